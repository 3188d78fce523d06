import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendEvent, trimEvents } from './events'
import { keptEvents, maximalEvents } from './policy'

const event = (message: string) => ({ type: 'network' as const, severity: 'INFO' as const, message })

describe('the log', () => {
  it('never reuses a sequence, keeps the newest, and drops nothing unmirrored before there are far too many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 1500 }), (count, mirrored) => {
        const log = { events: [], lastEventSequence: 0 } as Parameters<typeof trimEvents>[0]
        for (let index = 0; index < count; index++) appendEvent(log, index, event(`Line ${index}`))
        trimEvents(log, mirrored)
        const sequences = log.events.map(({ sequence }) => sequence)
        expect(log.lastEventSequence).toBe(count)
        expect(sequences.at(-1) ?? 0).toBe(count)
        expect(sequences).toEqual(sequences.map((_, index) => count - sequences.length + index + 1))
        expect(sequences.length).toBeLessThanOrEqual(maximalEvents)
        expect(sequences.length).toBeGreaterThanOrEqual(Math.min(count, keptEvents))
        const dropped = count - sequences.length
        if (dropped > mirrored) expect(sequences).toHaveLength(maximalEvents)
      }),
      { numRuns: 30 },
    )
  })
})
