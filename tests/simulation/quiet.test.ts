import { expect, it } from 'vitest'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

/** An environment in which nothing has happened for two hours. */
async function buildQuiet() {
  const bench = await buildEnvironmentBench()
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { count: 2 })), 'Live')
  await bench.runUntilReady()
  await bench.runFor(2 * 3600)
  return bench
}

it('where nothing has changed for an hour, AWS is asked more seldom', async () => {
  const bench = await buildQuiet()
  const calls: string[] = []
  const stop = bench.aws.faults.onCall('*', (action) => void calls.push(action))
  await bench.runFor(3600)
  stop()
  const countOf = (action: RegExp) => calls.filter((one) => action.test(one)).length
  expect(countOf(/DescribeInstances$/)).toBeLessThanOrEqual(5)
  expect(countOf(/DescribeVpcs/)).toBeLessThanOrEqual(3)
  expect(countOf(/DescribeTargetHealth/)).toBeLessThanOrEqual(36)
})

it('an instance that breaks in a quiet environment is replaced as soon as in any other', async () => {
  const bench = await buildQuiet()
  const [instance] = (await bench.status()).instances
  await bench.aws.kill(bench.accountNumber, instance?.instanceId ?? '')
  await bench.runUntil(
    'another one serves',
    async () =>
      bench.servingTags().length === 2 &&
      (await bench.status()).instances.every(({ instanceId }) => instanceId !== instance?.instanceId),
    180,
  )
})

it('what is deleted by hand in a quiet environment is found at once by whoever asks', async () => {
  const bench = await buildQuiet()
  const rule = bench
    .snapshot()
    .things.find(({ kind, owner }) => kind === 'securityGroupRule' && owner === 'sdo')
  await bench.aws.customer.deleteThing(bench.accountNumber, rule?.id ?? '')
  await bench.changeSpec({ examineRequestedEpoch: bench.clock.now() })
  await bench.runUntil(
    'it is there again',
    () => bench.snapshot().things.some(({ id }) => id === rule?.id),
    60,
  )
})
