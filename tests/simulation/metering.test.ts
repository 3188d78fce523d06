import { expect, it } from 'vitest'
import { billedOf } from '../../core/resources/billed'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

const limits = { resyncSeconds: 100, consolidationSeconds: 1000 }

async function buildLive() {
  const bench = await buildEnvironmentBench({ profile: 'fast', limits })
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live')
  await bench.runUntilReady()
  const [instance] = (await bench.status()).instances
  if (!instance?.launchedEpoch) throw new Error('There is no instance.')
  const { launchedEpoch } = instance
  /** Runs until the instance is so old. */
  const runToAge = (minutes: number) =>
    bench.runFor((launchedEpoch + minutes * 60_000 - bench.clock.now()) / 1000)
  return { bench, instance, runToAge }
}

it('what an environment costs follows the Spot market from hour to hour, also past a look that AWS refuses', async () => {
  const { bench, instance, runToAge } = await buildLive()
  const before = await bench.status()
  const dearer = instance.pricePerHour * 1.05
  await bench.aws.setPrice(instance, dearer)
  await runToAge(55)
  expect(billedOf(await bench.status())).toMatchObject({ instancesPerHour: before.costPerHour })
  bench.aws.faults.refuse('ec2:DescribeInstanceTypes', 'throttled')
  await runToAge(70)
  expect(await bench.status()).toMatchObject({ phase: 'Ready', costPerHour: before.costPerHour })
  bench.aws.faults.refuse('ec2:DescribeInstanceTypes', 'throttled', 0)
  await runToAge(90)
  const { costPerHour, instances } = await bench.status()
  expect(instances).toMatchObject([{ instanceId: instance.instanceId, marketPricePerHour: dearer }])
  expect(costPerHour - before.costPerHour).toBeCloseTo(dearer - instance.pricePerHour, 9)
  expect(billedOf({ costPerHour, instances, loadBalancers: [] }).split.spotPerHour).toBeCloseTo(dearer, 9)
})

it('what processes print is counted once an hour, by whichever controller, and to the end of an instance', async () => {
  const { bench, instance } = await buildLive()
  const { logBytes } = bench.agents
  expect((await bench.status()).metered).toMatchObject({ logBytes: 0, lacksLogs: true })
  logBytes.set(instance.clientToken, 1000)
  await bench.runFor(3700)
  logBytes.set(instance.clientToken, 5000)
  bench.replaceController()
  await bench.runFor(3700)
  expect(billedOf(await bench.status()).metered).toEqual({ logBytes: 5000 })
  expect((await bench.status()).metered?.lacksLogs).toBeUndefined()
  logBytes.set(instance.clientToken, 7000)
  await bench.runFor(200)
  await bench.aws.interrupt(bench.accountNumber, instance.instanceId ?? '')
  await bench.runUntil(
    'it is replaced',
    async () =>
      !(await bench.status()).instances.some(({ clientToken }) => clientToken === instance.clientToken),
  )
  expect((await bench.status()).metered).toMatchObject({ logBytes: 7000 })
})
