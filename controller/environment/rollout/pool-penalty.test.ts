import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  disappointments,
  isAvoided,
  penaltyAt,
  raised,
  type Disappointment,
  type Penalty,
} from './pool-penalty'

const hour = 3_600_000
const kind = fc.constantFrom(...(Object.keys(disappointments) as Disappointment[]))
const history = fc.array(fc.record({ kind, pause: fc.integer({ min: 0, max: 10 * hour }) }), {
  minLength: 1,
  maxLength: 30,
})
type History = { kind: Disappointment; pause: number }[]

/** The penalty after a history, and when that ended. */
function after(events: History): { penalty: Penalty; now: number } {
  let now = 1_000_000
  let penalty: Penalty | undefined
  for (const { kind, pause } of events) {
    now += pause
    penalty = raised(penalty, kind, now)
  }
  if (!penalty) throw new Error('Nothing happened.')
  return { penalty, now }
}

describe('the penalty of a pool', () => {
  it('is never negative, never above its bound, and never grows by itself, also when the clock is set back', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: -hour, max: 50 * hour }), fc.nat(hour), (events, wait, more) => {
        const { penalty, now } = after(events)
        const then = penaltyAt(penalty, now + wait)
        expect(then).toBeGreaterThanOrEqual(0)
        expect(then).toBeLessThanOrEqual(16)
        expect(penaltyAt(penalty, now + wait + more)).toBeLessThanOrEqual(then)
      }),
    )
  })

  it('decays to 0 within 27 hours, whatever happened', () => {
    fc.assert(
      fc.property(history, (events) => {
        const { penalty, now } = after(events)
        expect(penaltyAt(penalty, now + 27 * hour)).toBe(0)
      }),
    )
  })

  it('is the higher the more often it was interrupted', () => {
    fc.assert(
      fc.property(history, fc.nat(29), (events, at) => {
        const index = Math.min(at, events.length - 1)
        const more: History = [
          ...events.slice(0, index),
          { kind: 'interruption', pause: 0 },
          ...events.slice(index),
        ]
        expect(after(more).penalty.penalty).toBeGreaterThanOrEqual(after(events).penalty.penalty)
      }),
    )
  })

  it('keeps a Spot pool out for three hours after one interruption, longer after each that follows, and never for good', () => {
    const longest = (times: number) => {
      const { penalty, now } = after(
        Array.from({ length: times }, () => ({ kind: 'interruption', pause: 0 })),
      )
      let hours = 0
      while (isAvoided(penalty, now + hours * hour)) hours += 0.25
      return hours
    }
    expect([1, 2, 3, 4, 5, 50].map(longest)).toEqual([3.25, 8, 11.5, 14.75, 15.25, 15.25])
  })
})
