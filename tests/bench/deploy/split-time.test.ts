import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitTime, type Interval } from './split-time'

const interval = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 50 }))
  .map(([from, length]): Interval => ({ from, to: from + length }))

describe('splitTime', () => {
  it('counts overlapping things once, for the first of them', () => {
    const layers = [
      ['cloud', [{ from: 10, to: 30 }]],
      ['agents', [{ from: 20, to: 50 }]],
    ] as const
    expect(splitTime({ from: 0, to: 100 }, layers)).toEqual({ cloud: 20, agents: 20, rest: 60 })
  })

  it('leaves out what lies outside of the span', () => {
    const layers = [
      [
        'cloud',
        [
          { from: 0, to: 12 },
          { from: 18, to: 90 },
          { from: 95, to: 99 },
        ],
      ],
    ] as const
    expect(splitTime({ from: 10, to: 20 }, layers)).toEqual({ cloud: 4, rest: 6 })
  })

  it('accounts for the whole span, whatever happened in it', () =>
    fc.assert(
      fc.property(interval, fc.array(interval), fc.array(interval), (span, first, second) => {
        const spent = splitTime(span, [
          ['first', first],
          ['second', second],
        ])
        expect(spent.first + spent.second + spent.rest).toBe(span.to - span.from)
        expect(Math.min(spent.first, spent.second, spent.rest)).toBeGreaterThanOrEqual(0)
      }),
    ))
})
