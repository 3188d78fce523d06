import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMilliseconds as hour, minuteMilliseconds as minute } from '../time/durations'
import { idlenessAt, idleMinutes, type IdleFacts } from './idle'

const now = Date.parse('2026-11-28T12:00:00Z')
const known = { fromEpoch: now - 10 * hour, untilEpoch: now - 5 * minute }
const quiet: IdleFacts = {
  ...{ minutes: 60, isRead: true, isExposed: true, isDeploying: false },
  ...{ awakeSinceEpoch: now - 5 * hour, known },
}
const idleness = (changes: Partial<IdleFacts>, at = now) => idlenessAt({ ...quiet, ...changes }, at)
const stays = (obstacle: string, earliestEpoch?: number) => ({
  ...{ isIdle: false, obstacle },
  ...(earliestEpoch !== undefined && { earliestEpoch }),
})

const before = fc.integer({ min: now - 20 * hour, max: now })
const factsOf: fc.Arbitrary<IdleFacts> = fc
  .record({
    minutes: fc.integer({ min: idleMinutes.least, max: 600 }),
    awakeSinceEpoch: before,
    lastRequestEpoch: fc.option(before, { nil: undefined }),
    known: fc.tuple(before, fc.integer({ min: now - 15 * minute, max: now })),
    ...{ isRead: fc.boolean(), isExposed: fc.boolean(), isDeploying: fc.boolean() },
  })
  .map(({ known: [fromEpoch, untilEpoch], ...facts }) => ({ ...facts, known: { fromEpoch, untilEpoch } }))

describe('an environment that is to sleep without requests', () => {
  it('is idle once it was awake for so long without one', () => {
    expect(idleness({})).toEqual({ isIdle: true })
    expect(idleness({ lastRequestEpoch: known.untilEpoch - 65 * minute })).toEqual({ isIdle: true })
  })

  it('stays awake for so long after requests, its waking and its deployment, and says until when', () => {
    const lastRequestEpoch = known.untilEpoch - 64 * minute
    expect(idleness({ lastRequestEpoch })).toEqual(stays('requests', lastRequestEpoch + 65 * minute))
    const awakeSinceEpoch = known.untilEpoch - 59 * minute
    expect(idleness({ awakeSinceEpoch, lastRequestEpoch })).toEqual(
      stays('requests', lastRequestEpoch + 65 * minute),
    )
    expect(idleness({ awakeSinceEpoch })).toEqual(stays('awakeLately', awakeSinceEpoch + hour))
  })

  it('stays awake while figures are missing, late or not read, nothing is exposed, or something is deployed', () => {
    expect(idleness({ isRead: false })).toEqual(stays('metricsOff'))
    expect(idleness({ isExposed: false })).toEqual(stays('noPort'))
    expect(idleness({ isDeploying: true })).toEqual(stays('deploying'))
    expect(idleness({ known: undefined })).toEqual(stays('figuresMissing'))
    const fromEpoch = known.untilEpoch - 59 * minute
    expect(idleness({ known: { ...known, fromEpoch } })).toEqual(stays('figuresMissing', fromEpoch + hour))
    expect(idleness({}, known.untilEpoch + 21 * minute)).toEqual(stays('figuresLate'))
  })

  it('is idle only where all of the time is known, awake and without requests', () => {
    fc.assert(
      fc.property(factsOf, (facts) => {
        if (!idlenessAt(facts, now).isIdle) return
        const since = (facts.known?.untilEpoch ?? 0) - facts.minutes * minute
        expect(facts).toMatchObject({ isRead: true, isExposed: true, isDeploying: false })
        expect(facts.known?.fromEpoch).toBeLessThanOrEqual(since)
        expect(facts.awakeSinceEpoch).toBeLessThanOrEqual(since)
        expect((facts.lastRequestEpoch ?? -Infinity) + 5 * minute).toBeLessThanOrEqual(since)
      }),
    )
  })

  it('falls asleep when it said it would, and not a moment before, where nothing comes meanwhile', () => {
    fc.assert(
      fc.property(factsOf, (facts) => {
        const idleness = idlenessAt(facts, now)
        if (idleness.isIdle || idleness.earliestEpoch === undefined) return
        const { earliestEpoch } = idleness
        const at = (untilEpoch: number) =>
          idlenessAt({ ...facts, known: { fromEpoch: facts.known?.fromEpoch ?? 0, untilEpoch } }, untilEpoch)
        expect(at(earliestEpoch)).toEqual({ isIdle: true })
        expect(at(earliestEpoch - 1)).toMatchObject({ isIdle: false, earliestEpoch })
      }),
    )
  })

  it('is never put to sleep by more requests, a later waking, or fewer known figures', () => {
    fc.assert(
      fc.property(factsOf, before, (facts, epoch) => {
        if (idlenessAt(facts, now).isIdle) return
        const { fromEpoch = 0, untilEpoch = 0 } = facts.known ?? {}
        const worse: IdleFacts[] = [
          { ...facts, lastRequestEpoch: Math.max(epoch, facts.lastRequestEpoch ?? -Infinity) },
          { ...facts, awakeSinceEpoch: Math.max(epoch, facts.awakeSinceEpoch) },
          { ...facts, known: { fromEpoch: Math.max(epoch, fromEpoch), untilEpoch } },
          { ...facts, known: undefined },
        ]
        for (const each of worse) expect(idlenessAt(each, now).isIdle).toBe(false)
      }),
    )
  })
})
