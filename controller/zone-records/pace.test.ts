import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { shardCount } from '../runtime/shard'
import { Paces, type Pace } from './pace'

const account = '111122223333'
const purposes = ['look', 'yield', 'change', 'settle'] as const
type Purpose = (typeof purposes)[number]
const mostSaved = 55
const callsPerSecond = 0.9

/** One process for each element, which holds so many shards. */
const paceAll = (clock: VirtualClock, held: number[]): Pace[] =>
  held.map((shards) => new Paces(clock, () => Math.max(1, shards) / shardCount).of(account))

const attempts = fc.array(
  fc.record({ pause: fc.integer({ min: 50, max: 5000 }), purpose: fc.constantFrom(...purposes) }),
  { minLength: 100, maxLength: 300 },
)

/** When they called, as often as their paces let them. */
async function callAll(clock: VirtualClock, paces: Pace[], tries: { pause: number; purpose: Purpose }[]) {
  const calls: number[] = []
  for (const { pause, purpose } of tries) {
    for (const pace of paces) while (pace.take(purpose)) calls.push(clock.now())
    await clock.advance(pause)
  }
  return calls
}

/** Shards of up to 16 processes, of which each has some and all together have all. */
const spreads = fc
  .uniqueArray(fc.integer({ min: 1, max: shardCount - 1 }), { maxLength: shardCount - 1 })
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), shardCount])
  .map((edges) => edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0)))

/** The same, equally many each, give or take one. */
const evenSpreads = fc
  .integer({ min: 1, max: shardCount })
  .map((processes) =>
    Array.from({ length: processes }, (_, index) => Math.floor((shardCount + index) / processes)),
  )

describe('the pace of calls to Route 53', () => {
  it('is kept by all processes together, however the shards are spread', async () => {
    await fc.assert(
      fc.asyncProperty(spreads, attempts, async (held, tries) => {
        const clock = new VirtualClock()
        const begin = clock.now()
        const calls = await callAll(clock, paceAll(clock, held), tries)
        const seconds = (clock.now() - begin) / 1000
        // Each may borrow one call.
        expect(calls.length).toBeLessThanOrEqual(mostSaved + held.length + seconds * callsPerSecond)
      }),
    )
  })

  it('allows four calls in a second to all processes together, or one to each of more', async () => {
    await fc.assert(
      fc.asyncProperty(evenSpreads, attempts, async (held, tries) => {
        const clock = new VirtualClock()
        const calls = await callAll(clock, paceAll(clock, held), tries)
        const most = Math.max(
          ...calls.map((since) => calls.filter((at) => at >= since && at < since + 1000).length),
        )
        expect(most).toBeLessThanOrEqual(Math.max(4, held.length))
      }),
    )
  })

  it.each(purposes)('lets a process that holds one shard call again and again (%s)', async (purpose) => {
    const clock = new VirtualClock()
    const [pace] = paceAll(clock, [1]) as [Pace]
    const waits: number[] = []
    for (let seconds = 0; waits.length < 20; seconds++) {
      if (pace.take(purpose)) {
        waits.push(seconds)
        seconds = 0
      }
      await clock.advance(1000)
      expect(seconds).toBeLessThan(60)
    }
  })

  it('is that of all shards for the process that comes to hold them, and never saved up beyond it', async () => {
    const clock = new VirtualClock()
    let held = 1
    const pace = new Paces(clock, () => held / shardCount).of(account)
    held = shardCount
    let calls = 0
    for (let seconds = 0; seconds < 600; seconds++) {
      if (pace.take('change')) calls += 1
      await clock.advance(1000)
    }
    expect(calls).toBeGreaterThan(0.9 * 600 * callsPerSecond)
    expect(calls).toBeLessThanOrEqual(600 * callsPerSecond + mostSaved)
  })
})
