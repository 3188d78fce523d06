import { expect, it } from 'vitest'
import { billedOf } from '../../core/resources/billed'
import { findCondition } from '../../core/resources/find-condition'
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
  expect(billedOf(await bench.status()).metered).toMatchObject({ logBytes: 5000 })
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

async function buildConsuming() {
  const { bench } = await buildLive()
  const [entry] = (await bench.status()).loadBalancers
  const id = entry?.loadBalancerId ?? ''
  await bench.runFor(2 * 3600)
  const consume = (units: number) =>
    bench.aws.consumeCapacity(bench.accountNumber, { id, epoch: bench.clock.now(), units })
  const metered = async () => (await bench.status()).metered
  return { bench, consume, metered }
}

it('what load balancers consume is read hour by hour, also of hours in which nobody looked and of one that went', async () => {
  const { bench, consume, metered } = await buildConsuming()
  expect(await metered()).toMatchObject({ capacityUnitHours: 0 })
  await consume(1.5)
  await bench.clock.advance(5 * 3600_000)
  await consume(2)
  bench.replaceController()
  await bench.runFor(2 * 3600)
  expect(await metered()).toMatchObject({ capacityUnitHours: 3.5 })
  await consume(0.25)
  await bench.runUntilPhase(await bench.deploy(), 'Live')
  await bench.runUntil('its load balancer is gone', async () => bench.snapshot().loadBalancers.length === 0)
  await bench.runFor(2 * 3600)
  expect(await metered()).toMatchObject({ capacityUnitHours: 3.75 })
  expect(billedOf(await bench.status()).metered).toMatchObject({ capacityUnitHours: 3.75 })
})

it('a role that may not read what load balancers consume is said, stops nothing, and misses nothing once it may', async () => {
  const { bench, consume, metered } = await buildConsuming()
  const said = async () => findCondition((await bench.status()).conditions, 'CostMeasured')
  expect(await said()).toMatchObject({ status: 'True' })
  const calls: string[] = []
  bench.aws.faults.onCall('cloudwatch:GetMetricData', (action) => void calls.push(action))
  bench.aws.faults.refuse('cloudwatch:GetMetricData', 'access-denied')
  await consume(1)
  await bench.runFor(3 * 3600)
  expect(await metered()).toMatchObject({ capacityUnitHours: 0, lacksCapacityUnits: true })
  expect(await bench.status()).toMatchObject({ phase: 'Ready' })
  expect(await said()).toMatchObject({ status: 'False', reason: 'AccessDenied' })
  expect(calls.length).toBeLessThanOrEqual(3)
  bench.aws.faults.refuse('cloudwatch:GetMetricData', 'access-denied', 0)
  await bench.runFor(2 * 3600)
  expect(await metered()).toMatchObject({ capacityUnitHours: 1 })
  expect((await metered())?.lacksCapacityUnits).toBeUndefined()
  expect(await said()).toMatchObject({ status: 'True' })
})
