import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { agentUsageSchema, type UsageMinute } from '../../core/agent/protocol'
import { hourMilliseconds as hour, minuteMilliseconds as minute } from '../../core/time/durations'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { mostEntries, UsageMinutes } from './usage-minutes'
import { watchUsage } from './watch-usage'

let clock: VirtualClock
let minutes: UsageMinutes

beforeEach(() => {
  clock = new VirtualClock()
  minutes = new UsageMinutes(clock)
})

const sample = (processId: string, cores: number) => ({ processId, applicationId: 'shop', cores })

describe('the minutes of what processes used', () => {
  it('tell of each that is over the average and the most, and never of the present one', async () => {
    const begin = clock.now()
    for (const [cores, memoryMb] of [
      [0.1, 100],
      [0.3, 140],
      [0.2, 120],
    ] as const) {
      minutes.add({ ...sample('p', cores), throttled: cores, memoryMb })
      expect(minutes.after(0)).toEqual([])
      await clock.advance(15_000)
    }
    await clock.advance(minute)
    minutes.add(sample('p', 1))
    expect(minutes.after(0)).toEqual([
      {
        epoch: Math.floor(begin / minute) * minute,
        processes: [
          {
            id: 'p',
            applicationId: 'shop',
            cores: 0.2,
            mostCores: 0.3,
            throttled: 0.2,
            memoryMb: 120,
            mostMemoryMb: 140,
          },
        ],
      },
    ])
  })

  it('are kept for an hour, so that a controller that was away loses nothing of it', async () => {
    for (let each = 0; each < 100; each++) {
      minutes.add(sample('p', each / 100))
      await clock.advance(minute)
    }
    const told = minutes.after(0)
    expect(told.map(({ processes }) => processes[0]?.cores)).toEqual(
      Array.from({ length: told.length }, (_, index) => (100 - told.length + index) / 100),
    )
    expect(told.length * minute).toBeGreaterThanOrEqual(hour)
    expect(told.length).toBeLessThan(65)
  })

  it('come all, once and in order, however many processes there are, in answers that the controller takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: mostEntries }), { maxLength: 4 }),
        async (counts) => {
          clock = new VirtualClock()
          minutes = new UsageMinutes(clock)
          for (const count of counts) {
            for (let each = 0; each < count; each++) minutes.add(sample(`p${each}`, 0.5))
            await clock.advance(minute)
          }
          const told: UsageMinute[] = []
          for (;;) {
            const answer = minutes.after(told.at(-1)?.epoch ?? 0)
            if (answer.length === 0) break
            expect(answer.flatMap(({ processes }) => processes).length).toBeLessThanOrEqual(mostEntries)
            told.push(...answer)
          }
          expect(told.map(({ processes }) => processes.length)).toEqual(counts.filter((count) => count > 0))
        },
      ),
      { numRuns: 20 },
    )
  })

  it.each(['a\0b', '\ud800', ''])('are no answer with %j as an id, which could not be kept', (id) => {
    const told = (processId: string) => {
      const processes = [{ id: processId, applicationId: 'shop', cores: 1, mostCores: 1 }]
      return agentUsageSchema.safeParse({ instance: 'i', minutes: [{ epoch: 0, processes }] }).success
    }
    expect([told(id), told('c7c0d4b5-4a82')]).toEqual([false, true])
  })

  it('of a clock that was ahead are forgotten', async () => {
    clock.set(5 * hour)
    minutes.add(sample('p', 1))
    clock.set(-5 * hour)
    minutes.add(sample('p', 2))
    await clock.advance(minute)
    expect(minutes.after(0).map(({ processes }) => processes[0]?.cores)).toEqual([2])
  })
})

describe('the watch of what a container uses', () => {
  it('adds the cores and the throttled share of each fifteen seconds, and the memory at their end', async () => {
    const gone = new AbortController()
    const figures = async () => ({
      cpuSeconds: clock.monotonic() / 1000 / 4,
      throttledSeconds: clock.monotonic() / 1000 / 10,
      memoryBytes: 64_000_000,
    })
    void watchUsage({
      ...{ processId: 'p', applicationId: 'shop' },
      container: { figures },
      clock,
      signal: gone.signal,
      minutes,
    })
    await clock.advance(3 * minute)
    const answer = { instance: 'i', minutes: minutes.after(0) }
    expect(agentUsageSchema.parse(answer)).toEqual(answer)
    expect(answer.minutes.at(-1)?.processes).toEqual([
      {
        id: 'p',
        applicationId: 'shop',
        cores: 0.25,
        mostCores: 0.25,
        throttled: 0.1,
        memoryMb: 64,
        mostMemoryMb: 64,
      },
    ])
    gone.abort()
    const last = answer.minutes.at(-1)?.epoch ?? 0
    await clock.advance(10 * minute)
    expect(minutes.after(last).flatMap(({ processes }) => processes).length).toBeLessThanOrEqual(1)
  })

  it('adds nothing where nobody can tell', async () => {
    const figures = async () => ({})
    const { signal } = new AbortController()
    void watchUsage({ processId: 'p', applicationId: 'shop', container: { figures }, clock, signal, minutes })
    await clock.advance(3 * minute)
    expect(minutes.after(0)).toEqual([])
  })
})
