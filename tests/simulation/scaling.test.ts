import { describe, expect, it } from 'vitest'
import { scalingLines } from '../../core/environment-log/scaling-lines'
import type { EnvironmentStatus } from '../../core/resources/environment'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { putUnderLoad, type LoadedMinute } from '../builders/put-under-load'
import { neverFewerServing } from './never-fewer-serving'

const minuteMs = 60_000
const bounds = { count: 2, maxProcesses: 10, targetCpu: 60 }

/** An environment that runs `web`, scaled between 2 and 10 processes of half a core. */
async function buildScaled(targets: { targetCpu?: number; targetMemory?: number } = {}) {
  const bench = await buildEnvironmentBench()
  const web = buildApplicationSpec('web', { ...bounds, ...targets, cpu: 0.5 })
  await bench.runUntilPhase(await bench.deploy(web), 'Live', 120)
  await bench.runUntilReady()
  return bench
}

const wantedNow = async (bench: EnvironmentBench) => (await bench.status()).scaling?.[0]?.number
const numServing = (bench: EnvironmentBench) => bench.servingTags('web').length

/** Whether so many are wanted and serve: while some are moved, more serve than are wanted. */
const isAt = async (bench: EnvironmentBench, number: number) =>
  (await wantedNow(bench)) === number && numServing(bench) === number

/** Throws as soon as fewer serve than the least, or a number beyond the bounds is wanted. */
function watchBounds(bench: EnvironmentBench): void {
  bench.watch(neverFewerServing(bench, 'web', bounds.count))
  const { store } = bench
  const replaceStatus = store.replaceStatus.bind(store)
  store.replaceStatus = (kind, resource, status) => {
    const { scaling = [] } = status as Partial<EnvironmentStatus>
    for (const { number } of scaling)
      if (number < bounds.count || number > bounds.maxProcesses) throw new Error(`${number} are wanted.`)
    return replaceStatus(kind, resource, status)
  }
}

const shareOfMinutes = (minutes: LoadedMinute[], isSo: (minute: LoadedMinute) => boolean) =>
  minutes.filter(isSo).length / minutes.length

describe('an application that is scaled', () => {
  it('follows a day within its bounds, with few minutes over the target and fewer processes than the most', async () => {
    const bench = await buildScaled()
    watchBounds(bench)
    const [hourMs, dayHours] = [60 * minuteMs, 2]
    const began = bench.clock.now()
    // From 0.4 cores at night to 2.6 at noon, in two hours for a day.
    const minutes = putUnderLoad(
      bench,
      'web',
      (epoch) => 1.5 - 1.1 * Math.cos((2 * Math.PI * (epoch - began)) / (dayHours * hourMs)),
    )
    await bench.runFor((dayHours * hourMs) / 1000)
    expect(minutes.length).toBeGreaterThan(110)
    expect(shareOfMinutes(minutes, ({ share }) => share > 0.7)).toBeLessThan(0.05)
    expect(shareOfMinutes(minutes, ({ share }) => share > 1)).toBe(0)
    const serving = minutes.map((minute) => minute.serving)
    expect(Math.max(...serving)).toBeGreaterThanOrEqual(8)
    expect(serving.reduce((sum, one) => sum + one, 0) / serving.length).toBeLessThan(7)
    // It does not swing: up in the morning, down in the afternoon.
    const numbers = [
      ...(await bench.messagesOf(scalingLines.out)).map(() => 'out'),
      ...(await bench.messagesOf(scalingLines.in)).map(() => 'in'),
    ]
    expect(numbers.length).toBeLessThanOrEqual(2 * (bounds.maxProcesses - bounds.count))
  })

  it('asks for more within a minute of what was measured, and goes back once it was quiet for five minutes', async () => {
    const bench = await buildScaled()
    watchBounds(bench)
    const spikeFrom = Math.ceil(bench.clock.now() / minuteMs + 5) * minuteMs
    const spikeTo = spikeFrom + 10 * minuteMs
    putUnderLoad(bench, 'web', (epoch) => (epoch >= spikeFrom && epoch < spikeTo ? 2.4 : 0.4))
    await bench.runUntil('the spike begins', () => bench.clock.now() >= spikeFrom, 600)
    expect(await wantedNow(bench)).toBe(2)
    const launched = bench.launched.size
    const measured = spikeFrom + minuteMs
    await bench.runUntil('more are asked for', async () => ((await wantedNow(bench)) ?? 0) > 2, 150)
    expect(bench.clock.now()).toBeLessThanOrEqual(measured + minuteMs)
    await bench.runUntil('an instance is launched', () => bench.launched.size > launched, 150)
    expect(bench.clock.now()).toBeLessThanOrEqual(measured + minuteMs + bench.patience * 1000)
    const [line] = await bench.messagesOf(scalingLines.out)
    expect(line).toBe(
      'SDO scaled web from 2 to 4 processes: they used 100 % of their CPU, the target is 60 %.',
    )

    await bench.runUntil('enough serve', () => isAt(bench, 8), 600)
    bench.watch(() => {
      if (bench.clock.now() < spikeTo && numServing(bench) < 8)
        throw new Error('It scaled back in the spike.')
    })
    await bench.runUntil('it is as before', () => numServing(bench) === 2, 1500)
    expect(bench.clock.now()).toBeGreaterThan(spikeTo + 5 * minuteMs)
    await bench.runUntilReady()
  })

  it('stays where its load does, and consolidation goes on', async () => {
    const bench = await buildScaled()
    watchBounds(bench)
    putUnderLoad(bench, 'web', () => 1.2)
    await bench.runUntil('enough serve', () => numServing(bench) === 4, 600)
    await bench.runFor(1200)
    const { scaling, proof } = await bench.status()
    const launched = bench.launched.size
    await bench.runFor(1200)
    expect((await bench.status()).scaling).toEqual(scaling)
    expect(bench.launched.size).toBe(launched)
    expect(proof?.lowerBoundPerHour).toBeGreaterThan(0)
  })

  it('keeps its number while nobody tells what it uses, says so once, and goes on', async () => {
    const bench = await buildScaled()
    watchBounds(bench)
    const silentFrom = bench.clock.now() + 15 * minuteMs
    const silentTo = silentFrom + 20 * minuteMs
    putUnderLoad(
      bench,
      'web',
      (epoch) => (epoch < silentFrom ? 1.2 : 0.2),
      (epoch) => epoch < silentFrom || epoch > silentTo,
    )
    await bench.runUntil('enough serve', () => numServing(bench) === 4, 600)
    await bench.runUntil('it is silent', () => bench.clock.now() > silentTo, 3000)
    expect(await wantedNow(bench)).toBe(4)
    expect((await bench.status()).scaling?.[0]?.isBlind).toBe(true)
    expect(await bench.messagesOf(scalingLines.blind)).toEqual([
      'SDO cannot scale web: nothing has told how much CPU it uses for three minutes. It keeps 4 processes.',
    ])
    await bench.runUntil('it is scaled back', () => numServing(bench) === 2, 1500)
    expect(await bench.messagesOf(scalingLines.sighted)).toHaveLength(1)
    expect((await bench.status()).scaling?.[0]?.isBlind).toBeUndefined()
  })

  it('says once that it needs more than its most, until that is enough again', async () => {
    const bench = await buildScaled()
    watchBounds(bench)
    const busyTo = bench.clock.now() + 40 * minuteMs
    putUnderLoad(bench, 'web', (epoch) => (epoch < busyTo ? 8 : 2.4))
    await bench.runUntil(
      'it is short',
      async () => (await bench.status()).scaling?.[0]?.isShort === true,
      1800,
    )
    expect(numServing(bench)).toBe(10)
    await bench.runUntil('the load falls', () => bench.clock.now() > busyTo, 2400)
    expect(await bench.messagesOf(scalingLines.short)).toEqual([
      'web may have 10 processes and needs more: they used 100 % of their CPU, the target is 60 %.',
    ])
    await bench.runUntil(
      'it is enough',
      async () => (await bench.status()).scaling?.[0]?.isShort === undefined,
      300,
    )
  })

  it('goes on where another controller left off, at whatever moment', async () => {
    const bench = await buildScaled()
    watchBounds(bench)
    const from = bench.clock.now()
    putUnderLoad(bench, 'web', (epoch) => (epoch < from + 30 * minuteMs ? 2.4 : 0.4))
    let [before, looks] = [2, 0]
    await bench.runUntil(
      'all are up, though no controller lives for long',
      async () => {
        if (looks++ % 3 === 0) bench.replaceController()
        const number = (await wantedNow(bench)) ?? 0
        if (number < before) throw new Error(`${number} are wanted after ${before}.`)
        before = number
        return isAt(bench, 8)
      },
      1200,
    )
    bench.watch(neverFewerServing(bench, 'web', 8, () => bench.clock.now() > from + 30 * minuteMs))
    await bench.runFor(600)
    bench.replaceController()
    await bench.runUntil('it is scaled back', () => numServing(bench) === 2, 3000)
  })

  it('is not brought beyond its most by an agent that lies', async () => {
    const bench = await buildScaled()
    watchBounds(bench)
    const real = bench.agents.usage.bind(bench.agents)
    bench.agents.usage = async (address, after) => {
      const answer = await real(address, after)
      const lie = { cores: 10_000, mostCores: 10_000 }
      return {
        ...answer,
        minutes: answer.minutes.map((minute) => ({
          ...minute,
          processes: minute.processes.map((process) => ({ ...process, ...lie })),
        })),
      }
    }
    putUnderLoad(bench, 'web', () => 0.2)
    await bench.runUntil('it is at its most', () => numServing(bench) === 10, 1800)
    await bench.runFor(600)
    expect(await wantedNow(bench)).toBe(10)
  })

  it('takes other bounds at once, and an end of scaling', async () => {
    const bench = await buildScaled()
    putUnderLoad(bench, 'web', () => 1.2)
    await bench.runUntil('enough serve', () => numServing(bench) === 4, 600)
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 6 }] })
    await bench.runUntil('the least serve', () => numServing(bench) === 6, 300)
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 3, maxProcesses: 3 }] })
    await bench.runUntil('as many as a person said serve', () => numServing(bench) === 3, 300)
    expect((await bench.status()).scaling).toBeUndefined()
  })

  it('follows the memory of its processes beside their CPU, each by its own target, and says which', async () => {
    const bench = await buildScaled({ targetMemory: 70 })
    watchBounds(bench)
    const fullFrom = bench.clock.now() + 5 * minuteMs
    const fullTo = fullFrom + 20 * minuteMs
    // As a cache that is shared: 2.8 processes are full of it, then 1.
    const cached = (epoch: number) => (epoch >= fullFrom && epoch < fullTo ? 2.8 : 1)
    putUnderLoad(
      bench,
      'web',
      () => 0.4,
      () => true,
      (epoch, serving) => Math.min(1, cached(epoch) / serving),
    )
    await bench.runUntil('enough serve', () => isAt(bench, 4), 1200)
    expect((await bench.messagesOf(scalingLines.out)).at(-1)).toMatch(
      /^SDO scaled web from \d to 4 processes: they used \d+ % of their memory, the target is 70 %\.$/,
    )
    expect((await bench.status()).scaling?.[0]?.usedMeasure).toBe('memory')
    await bench.runUntil('it is as before', () => numServing(bench) === 2, 2400)
    expect(bench.clock.now()).toBeGreaterThan(fullTo + 5 * minuteMs)
    expect((await bench.messagesOf(scalingLines.in)).at(-1)).toContain('% of their memory')
  })

  it('keeps processes whose memory is not given back, without a swing', async () => {
    const bench = await buildScaled({ targetMemory: 70 })
    watchBounds(bench)
    const busyTo = bench.clock.now() + 20 * minuteMs
    putUnderLoad(
      bench,
      'web',
      (epoch) => (epoch < busyTo ? 1.2 : 0.1),
      () => true,
      () => 0.65,
    )
    await bench.runUntil('enough serve', () => isAt(bench, 4), 1200)
    await bench.runUntil('the load falls', () => bench.clock.now() > busyTo, 2400)
    const { scaling } = await bench.status()
    await bench.runFor(1800)
    expect((await bench.status()).scaling).toEqual(scaling)
    expect(await bench.messagesOf(scalingLines.in)).toEqual([])
  })

  it('says that of its memory nobody tells, and still adds processes by CPU', async () => {
    const bench = await buildScaled({ targetMemory: 70 })
    watchBounds(bench)
    const quietFrom = bench.clock.now() + 30 * minuteMs
    putUnderLoad(bench, 'web', (epoch) => (epoch < quietFrom ? 1.2 : 0.1))
    await bench.runUntil('enough serve', () => isAt(bench, 4), 1200)
    await bench.runUntil('the load falls', () => bench.clock.now() > quietFrom + 15 * minuteMs, 3600)
    expect(await wantedNow(bench)).toBe(4)
    expect(await bench.messagesOf(scalingLines.blind)).toEqual([
      expect.stringMatching(
        /^SDO cannot scale web: nothing has told how much memory it uses for three minutes\. It keeps \d processes\.$/,
      ),
    ])
  })
})
