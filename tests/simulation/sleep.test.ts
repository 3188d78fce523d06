import { describe, expect, it } from 'vitest'
import { sleepLines } from '../../core/environment-log/sleep-lines'
import { processLines } from '../../core/environment-log/process-lines'
import type { SleepAct, SleepSchedule } from '../../core/resources/environment'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { seededRandom } from '../builders/seeded-random'
import { runAmongDeaths } from './among-deaths'

const hourMs = 3_600_000
const web = buildApplicationSpec('web', { count: 2 })

async function buildServing(bench: Promise<EnvironmentBench> = buildEnvironmentBench()) {
  const built = await bench
  await built.runUntilPhase(await built.deploy(web), 'Live', 120)
  await built.runUntilReady()
  return built
}

const act = (bench: EnvironmentBench, isAsleep: boolean, by: SleepAct['by'] = 'person') =>
  bench.changeSpec({ sleep: { lastAct: { isAsleep, epoch: bench.clock.now(), by } } })

const isGone = (bench: EnvironmentBench) => bench.livingInstances().length === 0

/** Asleep with nothing left, and at rest. */
const runUntilGone = async (bench: EnvironmentBench, withinSeconds = 1200) => {
  await bench.runUntil('its instances are gone', () => isGone(bench), withinSeconds)
  await bench.runUntilReady()
}

const runUntilServing = (bench: EnvironmentBench, withinSeconds = 300) =>
  bench.runUntil('it serves', () => bench.servingTags('web').length === 2, withinSeconds)

/** Nothing that is no trouble is told as one. */
const troubles = async (bench: EnvironmentBench) =>
  (await bench.status()).events.filter(({ severity }) => severity !== 'INFO').map(({ message }) => message)

describe('an environment that is put to sleep', () => {
  it('has no processes and no instances, keeps its load balancer and deployment, and is ready', async () => {
    const bench = await buildServing()
    const before = bench.snapshot().loadBalancers.map(({ id }) => id)
    expect(before).toHaveLength(1)
    await act(bench, true)
    await runUntilGone(bench)
    const status = await bench.status()
    expect(status).toMatchObject({ processes: [], instances: [], costPerHour: 0 })
    expect(status.sleep).toMatchObject({ isAsleep: true, by: 'person' })
    expect(status.message).toBe('Asleep. Nothing runs until it wakes.')
    expect(bench.snapshot().loadBalancers.map(({ id }) => id)).toEqual(before)
    expect(await bench.phaseOf('deployment-1')).toBe('Live')
    expect(await bench.messagesOf(sleepLines.asleep)).toEqual([
      'The environment was put to sleep by a person. Its processes and instances stop.',
    ])
    const launched = bench.launched.size
    await bench.runFor(6 * 3600)
    expect(bench.launched.size).toBe(launched)
    expect(await bench.messagesOf(processLines.down)).toEqual([])
    expect(await troubles(bench)).toEqual([])
  })

  it('rests at least as much as one that is awake', async () => {
    const bench = await buildServing()
    const passesInHour = async () => {
      // Until nothing has changed for long.
      await bench.runFor(2 * 3600)
      const before = bench.passes()
      await bench.runFor(3600)
      return bench.passes() - before
    }
    const awake = await passesInHour()
    await act(bench, true)
    const asleep = await passesInHour()
    expect(asleep).toBeLessThanOrEqual(awake)
  })

  it('serves the same again once a person wakes it', async () => {
    const bench = await buildServing()
    await act(bench, true)
    await runUntilGone(bench)
    await bench.runFor(3600)
    await act(bench, false)
    await runUntilServing(bench)
    await bench.runUntilReady()
    expect(bench.servingTags('web')).toEqual(['1', '1'])
    expect((await bench.status()).sleep).toMatchObject({ isAsleep: false, by: 'person' })
    expect(await bench.messagesOf(sleepLines.awake)).toEqual([
      'The environment was woken by a person. Its processes start again.',
    ])
    expect(await troubles(bench)).toEqual([])
  })

  it('is woken by a deployment, also where the controller hears of that first', async () => {
    const bench = await buildServing()
    await act(bench, true)
    await runUntilGone(bench)
    const deployment = await bench.deploy({ ...web, tag: '2', versionId: 'web-2', versionName: '2' })
    await bench.step()
    expect((await bench.status()).sleep).toMatchObject({ isAsleep: false, by: 'deployment' })
    await act(bench, false, 'deployment')
    await bench.runUntilPhase(deployment, 'Live', 300)
    await bench.runFor(600)
    expect(bench.servingTags('web')).toEqual(['2', '2'])
    expect(await bench.messagesOf(sleepLines.awake)).toEqual([
      'The environment was woken by a deployment. Its processes start again.',
    ])
  })

  it('sleeps no sooner than the deployment under way has ended', async () => {
    const bench = await buildServing()
    const deployment = await bench.deploy({ ...web, tag: '2', versionId: 'web-2', versionName: '2' })
    await bench.step()
    await act(bench, true)
    bench.watch(() => {
      if (bench.servingTags('web').length < 2) throw new Error('It fell asleep in a deployment.')
    })
    await bench.runUntilPhase(deployment, 'Live', 300)
    bench.unwatch()
    await runUntilGone(bench)
    expect(await bench.phaseOf(deployment)).toBe('Live')
    await act(bench, false)
    await runUntilServing(bench)
    expect(bench.servingTags('web')).toEqual(['2', '2'])
  })

  it('falls asleep and wakes whichever controllers die meanwhile, and is said to once', async () => {
    const random = seededRandom(34)
    const bench = await buildServing()
    let deaths = 0
    for (const isAsleep of [true, false, true]) {
      await act(bench, isAsleep)
      const isDone = () => (isAsleep ? isGone(bench) : bench.servingTags('web').length === 2)
      deaths += await runAmongDeaths(bench, random, isDone, { withinSeconds: 2400 })
    }
    await bench.runUntilReady()
    expect(deaths).toBeGreaterThan(5)
    expect(await bench.messagesOf(sleepLines.asleep)).toHaveLength(2)
    expect(await bench.messagesOf(sleepLines.awake)).toHaveLength(1)
    expect(await bench.messagesOf(processLines.down)).toEqual([])
  })

  it('is scaled from its least when it wakes, and by nothing while it sleeps', async () => {
    const bench = await buildEnvironmentBench()
    const scaled = buildApplicationSpec('web', { count: 2, maxProcesses: 6, targetCpu: 60 })
    await bench.runUntilPhase(await bench.deploy(scaled), 'Live', 120)
    await act(bench, true)
    await runUntilGone(bench)
    expect((await bench.status()).scaling).toBeUndefined()
    await act(bench, false)
    await runUntilServing(bench)
    expect((await bench.status()).scaling).toMatchObject([{ number: 2 }])
    expect(await troubles(bench)).toEqual([])
  })

  it('sleeps on when all resources are lost and come back, and is not told to have slept twice', async () => {
    const bench = await buildServing()
    await act(bench, true)
    await runUntilGone(bench)
    const launched = bench.launched.size
    await bench.loseResources()
    await bench.runFor(1800)
    expect(bench.launched.size).toBe(launched)
    expect((await bench.status()).sleep).toMatchObject({ isAsleep: true, by: 'person' })
    expect(await bench.messagesOf(sleepLines.asleep)).toEqual([])
    await act(bench, false)
    await runUntilServing(bench)
  })

  it('is given other load balancers while it sleeps, and serves behind them when it wakes', async () => {
    const bench = await buildServing()
    await act(bench, true)
    await runUntilGone(bench)
    await bench.changeSpec({ loadBalancing: 'SHARED' })
    const isShared = async () => {
      const { balancing, loadBalancers } = await bench.status()
      return balancing?.present === 'SHARED' && !balancing.next && loadBalancers.length === 1
    }
    await bench.runUntil('the former is gone', isShared, 1800)
    await bench.runUntilReady()
    expect(isGone(bench)).toBe(true)
    await act(bench, false)
    await runUntilServing(bench)
    expect(bench.snapshot().loadBalancers).toHaveLength(1)
  })

  it('goes back to what ran before when the deployment that woke it fails', async () => {
    const bench = await buildServing()
    await act(bench, true)
    await runUntilGone(bench)
    const broken = { ...web, tag: 'broken', versionId: 'web-broken', versionName: 'broken' }
    const deployment = await bench.deploy(broken)
    await act(bench, false, 'deployment')
    await bench.runUntilPhase(deployment, 'Failed', 900)
    await runUntilServing(bench)
    expect(bench.servingTags('web')).toEqual(['1', '1'])
  })

  it('can be deleted', async () => {
    const bench = await buildServing()
    await act(bench, true)
    await runUntilGone(bench)
    await bench.delete(1200)
    expect((await bench.leftovers()).loadBalancers).toEqual([])
  })
})

/** Two hours asleep, two awake, by a clock that is half an hour off most others. */
const schedule = (bench: EnvironmentBench, changes: Partial<SleepSchedule> = {}): SleepSchedule => ({
  timeZone: 'Asia/Kolkata',
  sleep: '0 */4 * * *',
  wake: '0 2-22/4 * * *',
  setEpoch: bench.clock.now(),
  ...changes,
})

/** In Kolkata. */
const hourAt = (epoch: number) => Math.floor((epoch / hourMs + 5.5) % 24)

describe('a sleep schedule', () => {
  it('puts to sleep and wakes by the clock of its place, again and again', async () => {
    const bench = await buildServing()
    await bench.changeSpec({ sleep: { schedule: schedule(bench) } })
    const seen = { asleep: 0, awake: 0 }
    const end = bench.clock.now() + 13 * hourMs
    while (bench.clock.now() < end) {
      const began = hourAt(bench.clock.now())
      // In their first half hour instances come and go.
      await bench.runFor(1800)
      const { sleep } = await bench.status()
      const isFirst = hourAt(bench.clock.now()) !== began || sleep === undefined
      if (isFirst) continue
      const isNight = began % 4 < 2
      expect([began, sleep, isGone(bench)]).toMatchObject([
        began,
        { isAsleep: isNight, by: 'schedule' },
        isNight,
      ])
      seen[isNight ? 'asleep' : 'awake'] += 1
    }
    expect(seen.asleep).toBeGreaterThan(3)
    expect(seen.awake).toBeGreaterThan(3)
    expect(await bench.messagesOf(sleepLines.asleep)).toContain(
      'The environment fell asleep on schedule. Its processes and instances stop.',
    )
    expect(await troubles(bench)).toEqual([])
  })

  it('comes to the minute, also where passes are spared', async () => {
    const bench = await buildServing()
    await bench.changeSpec({ sleep: { schedule: schedule(bench) } })
    const isAsleep = async () => (await bench.status()).sleep?.isAsleep ?? false
    for (const next of [true, false]) {
      await bench.runUntil('it is otherwise', async () => (await isAsleep()) === next, 5 * 3600)
      const { sinceEpoch = 0 } = (await bench.status()).sleep ?? {}
      expect((sinceEpoch / hourMs + 5.5) % 2).toBeLessThan(1 / 60)
    }
  })

  it('gives way to whoever wakes it, until its next night', async () => {
    const bench = await buildServing()
    const sleep = { schedule: schedule(bench) }
    await bench.changeSpec({ sleep })
    await bench.runUntil('it is gone', () => isGone(bench), 5 * 3600)
    const lastAct = { isAsleep: false, epoch: bench.clock.now(), by: 'person' as const }
    await bench.changeSpec({ sleep: { ...sleep, lastAct } })
    await runUntilServing(bench)
    await bench.runUntil('its next night', () => isGone(bench), 5 * 3600)
    expect(hourAt(bench.clock.now()) % 4).toBeLessThan(2)
    expect(bench.clock.now() - lastAct.epoch).toBeGreaterThan(2 * hourMs)
  })

  it('changes nothing when it is set in the middle of its night', async () => {
    const bench = await buildServing()
    const hour = hourAt(bench.clock.now()) + 24
    const [sleep, wake] = [`0 ${(hour - 1) % 24},${(hour + 4) % 24} * * *`, `0 ${(hour + 2) % 24} * * *`]
    await bench.changeSpec({ sleep: { schedule: schedule(bench, { sleep, wake }) } })
    const end = bench.clock.now() + 3 * hourMs
    bench.watch(() => {
      if (bench.clock.now() < end && bench.servingTags('web').length < 2) throw new Error('It fell asleep.')
    })
    await bench.runFor(3 * 3600)
    expect((await bench.status()).sleep?.isAsleep ?? false).toBe(false)
    await bench.runUntil('it is night', () => isGone(bench), 3 * 3600)
  })
})
