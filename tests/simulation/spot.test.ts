import { describe, expect, it } from 'vitest'
import { instanceLines } from '../../core/environment-log/instance-lines'
import { processLines } from '../../core/environment-log/process-lines'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'

type Options = Parameters<typeof buildEnvironmentBench>[0]

/** `agentSeconds`: how long after their launch agents say that they came up; absent, they do not say it. */
async function buildOnSpot(options: Options = {}, agentSeconds?: number) {
  const bench = await buildEnvironmentBench(options)
  if (agentSeconds !== undefined)
    bench.watch(() => {
      for (const { clientToken, launchedEpoch } of bench.livingInstances())
        bench.agents.bootTimes.set(clientToken, { agentEpoch: launchedEpoch + agentSeconds * 1000 })
    })
  await bench.runUntilReady()
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live', 120)
  await bench.runUntilReady()
  const [instance] = bench.livingInstances()
  if (!instance) throw new Error('There is no instance.')
  expect(instance.market).toBe('spot')
  bench.watch(neverFewerServing(bench, 'web', 1))
  const interrupt = async (id = instance.id) => {
    await bench.aws.interrupt(bench.accountNumber, id)
    return bench.clock.now()
  }
  const isGone = (id = instance.id) => bench.livingInstances().every((one) => one.id !== id)
  return { bench, instance, interrupt, isGone }
}

describe('an interrupted Spot instance', () => {
  it("is replaced within ten seconds of its warning, with the timings of npm start's account, and its log has the plan and what became of it", async () => {
    const { bench, instance, interrupt, isGone } = await buildOnSpot({ profile: 'fast' })
    const warnedEpoch = await interrupt()
    const isServedElsewhere = async () => {
      const { instances, processes } = await bench.status()
      const old = instances.find(({ instanceId }) => instanceId === instance.id)
      return processes.some(
        ({ clientToken, phase }) => phase === 'Serving' && clientToken !== old?.clientToken,
      )
    }
    await bench.runUntil('its replacement serves', isServedElsewhere, 60)
    expect(bench.clock.now() - warnedEpoch).toBeLessThan(10_000)
    await bench.runUntil('it is gone', () => isGone(), 119)
    const lines = (await bench.messages()).filter((message) => message.includes(instance.id))
    expect(lines).toContainEqual(
      expect.stringMatching(/reclaims .* in 120 seconds\. .* The plan: .* At \+120 s it is gone\.$/),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(
        /: its replacement was requested at \+0(\.\d)? s, and serves at \+\d(\.\d)? s\. Its processes are asked to stop\. AWS takes it at \+1\d\d(\.\d)? s\.$/,
      ),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/replaced \d+ seconds after the warning, \d+ before AWS takes it/),
    )
  })

  // 35 and 80 s are about the quickest and the slowest boot that was measured in AWS.
  it.each([
    [3, 45],
    [35, 45],
    [60, 35],
    [80, 10],
  ])(
    'is replaced by an on-demand one in time when the Spot one for it does not come up, where agents took %i s to: as was planned, from +%i s',
    async (seconds, plannedSeconds) => {
      // That AWS hides what was launched has a test of its own.
      const timings = { bootMs: seconds * 1000, longAbsence: undefined }
      const { bench, interrupt, isGone } = await buildOnSpot({ timings }, seconds)
      bench.aws.faults.neverBoot()
      const warnedEpoch = await interrupt()
      await bench.runUntil('it is gone', () => isGone(), 119)
      expect(bench.clock.now() - warnedEpoch).toBeLessThan(115_000)
      const [plan] = await bench.messagesOf(instanceLines.warned)
      const planned = Number(/from \+(\d+) s on on-demand/.exec(plan ?? '')?.[1])
      expect(planned).toBeLessThanOrEqual(plannedSeconds)
      // That an agent is up is noticed within a second.
      expect(planned).toBeGreaterThanOrEqual(plannedSeconds - 1.25)
      expect(await bench.messagesOf(processLines.down)).toEqual([])
      await bench.runUntilReady()
      expect(bench.livingInstances().map(({ market }) => market)).toEqual(['on-demand'])
    },
  )

  it('is replaced by the Spot one that comes up late, if it serves before the on-demand one beside it', async () => {
    const { bench, interrupt, isGone } = await buildOnSpot({ timings: { bootMs: 60_000 } })
    const warnedEpoch = await interrupt()
    await bench.runUntil(
      'one is launched beside it',
      async () => (await bench.messagesOf(instanceLines.late)).length === 1,
      60,
    )
    await bench.runUntil('it is', () => bench.livingInstances().length === 3, 5)
    await bench.runUntil('it is gone', () => isGone(), 119)
    expect(bench.clock.now() - warnedEpoch).toBeLessThan(80_000 + bench.healthLagMs)
    await bench.runUntilReady(120)
    expect(bench.livingInstances().map(({ market }) => market)).toEqual(['spot'])
    expect(await bench.launchedInSight()).toBe(3)
  })

  it('is replaced in time when AWS does not list for minutes what was launched for it', async () => {
    const { bench, interrupt, isGone } = await buildOnSpot({ timings: { bootMs: 30_000 } })
    const show = bench.aws.faults.onCall('ec2:RunInstances', () => bench.aws.faults.delayVisibility(240_000))
    const warnedEpoch = await interrupt()
    await bench.runUntil('one is launched', () => bench.livingInstances().length === 2, 5)
    show()
    await bench.runUntil('another one is', () => bench.livingInstances().length === 3, 20)
    expect(await bench.messagesOf(instanceLines.hidden)).toHaveLength(1)
    await bench.runUntil('it is gone', () => isGone(), 119)
    expect(bench.clock.now() - warnedEpoch).toBeLessThan(60_000)
    await bench.runUntilReady(600)
    expect(bench.livingInstances()).toHaveLength(1)
    expect(bench.launched.size).toBe(3)
  })

  it('has two launched beside the first, and no more until Spot is too late, where AWS lists nothing new for minutes', async () => {
    const { bench, interrupt } = await buildOnSpot({ timings: { bootMs: 60_000 } })
    bench.unwatch()
    bench.aws.faults.onCall('ec2:RunInstances', () => bench.aws.faults.delayVisibility(240_000))
    await interrupt()
    await bench.runFor(44)
    expect(bench.launched.size).toBe(4)
  })

  it('is replaced by on-demand from the start where agents take so long to come up that Spot would be late', async () => {
    const { bench, instance, interrupt, isGone } = await buildOnSpot({ timings: { bootMs: 100_000 } })
    const environment = await bench.find()
    const status = await bench.status()
    const instances = status.instances.map((one) => ({ ...one, boot: { agent: 100 } }))
    if (environment) await bench.store.replaceStatus('Environment', environment, { ...status, instances })
    await interrupt()
    await bench.runUntil('another one is launched', () => bench.livingInstances().length === 2, 10)
    const [next] = bench.livingInstances().filter(({ id }) => id !== instance.id)
    expect(next?.market).toBe('on-demand')
    expect(await bench.messagesOf(instanceLines.late)).toEqual([])
    await bench.runUntil('it is gone', () => isGone(), 121)
  })

  it('is replaced also when only the instance itself heard of its end', async () => {
    const { bench, instance, isGone } = await buildOnSpot()
    bench.agents.spotNotices.set(instance.clientToken, { takenBackEpoch: bench.clock.now() + 120_000 })
    await bench.runUntil('it is gone', () => isGone(), 60)
    expect((await bench.status()).troubledPools).toMatchObject([{ zone: instance.zone, penalty: 1 }])
  })

  it('counts once against its pool when AWS only recommended to move, and stays', async () => {
    const { bench, instance, isGone } = await buildOnSpot()
    bench.agents.spotNotices.set(instance.clientToken, { rebalanceEpoch: bench.clock.now() })
    await bench.runFor(60)
    expect(isGone()).toBe(false)
    expect((await bench.status()).troubledPools).toMatchObject([{ zone: instance.zone, penalty: 0.25 }])
  })

  it('lets its pool be, whoever is the controller, until its penalty has decayed', async () => {
    const { bench, instance, interrupt, isGone } = await buildOnSpot()
    await interrupt()
    await bench.runUntil('it is gone', () => isGone(), 119)
    bench.replaceController()
    await bench.runUntilReady()
    const [pool] = (await bench.status()).troubledPools ?? []
    expect(pool).toMatchObject({ instanceType: instance.instanceType, zone: instance.zone, penalty: 1 })
    const [next] = bench.livingInstances()
    expect([next?.market, next?.instanceType, next?.zone]).not.toEqual([
      'spot',
      pool?.instanceType,
      pool?.zone,
    ])
    bench.aws.interrupt(bench.accountNumber, next?.id ?? '')
    await bench.runUntil('the next one is gone', () => isGone(next?.id), 119)
    await bench.runUntilReady()
    // Two within minutes are a storm.
    expect(bench.livingInstances().map(({ market }) => market)).toEqual(['on-demand'])
  })
})
