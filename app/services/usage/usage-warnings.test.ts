import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMilliseconds as minute } from '../../../core/time/durations'
import type { KnownWarning, UseToJudge } from '../../../db/queries/usage-warnings'
import {
  excessOf,
  judge,
  killedMilliseconds,
  quietMilliseconds,
  warningKinds,
  wellMilliseconds,
  type WarningKind,
} from './usage-warnings'

const now = 1_000 * minute
const use: UseToJudge = {
  ...{ environmentId: 'e', applicationId: 'a', cpu: 0.25, memoryMb: 500, warnings: null },
  ...{ leastMemoryMb: null, throttled: null, failed: null, requests: 0, killedEpoch: null, kills: 0 },
}
const kindsOf = (changes: Partial<UseToJudge>) =>
  excessOf({ ...use, ...changes }, now).map(({ kind }) => kind)

describe('use that people are warned of', () => {
  it('is by default nothing but what was killed for memory lately', () => {
    const most = { leastMemoryMb: 500, throttled: 1, failed: 1, requests: 20, kills: 1 }
    expect(kindsOf(most)).toEqual([])
    expect(kindsOf({ ...most, killedEpoch: now })).toEqual(['out-of-memory'])
    expect(kindsOf({ ...most, killedEpoch: now - killedMilliseconds - 1 })).toEqual([])
    expect(kindsOf({ ...most, killedEpoch: now, warnings: { outOfMemory: false } })).toEqual([])
  })

  it('is what is over a threshold, not what reaches it, and nothing where nobody can tell', () => {
    const warnings = { memoryPercent: 90, throttledPercent: 20, errorPercent: 2 }
    expect(kindsOf({ warnings })).toEqual([])
    expect(kindsOf({ warnings, leastMemoryMb: 450, throttled: 0.2 })).toEqual([])
    expect(kindsOf({ warnings, leastMemoryMb: 451, throttled: 0.2 })).toEqual(['memory'])
    expect(kindsOf({ warnings, leastMemoryMb: 450, throttled: 0.21 })).toEqual(['throttled'])
    expect(kindsOf({ warnings, failed: 0.02, requests: 1000 })).toEqual([])
    expect(kindsOf({ warnings, failed: 0.021, requests: 1000 })).toEqual(['errors'])
  })
})

/** Looks at one environment, each after some minutes, with what is found then: applications and kinds. */
const looks = fc.array(
  fc.record({
    after: fc.constantFrom(1, 2, 9, 10, 30, 59, 60, 61, 200),
    found: fc.uniqueArray(
      fc.record({ applicationId: fc.constantFrom('a', 'b', 'c'), kind: fc.constantFrom(...warningKinds) }),
      { selector: ({ applicationId, kind }) => `${applicationId} ${kind}` },
    ),
  }),
  { maxLength: 40 },
)

interface Told {
  applicationId: string
  kind: WarningKind
  epoch: number
}

/** What is told at those looks, and what was found. */
function follow(looksOf: { after: number; found: Pick<Told, 'applicationId' | 'kind'>[] }[]) {
  const rows = new Map<string, KnownWarning>()
  const told: Told[] = []
  const seen: Told[] = []
  let epoch = now
  for (const { after, found } of looksOf) {
    epoch += after * minute
    const present = found.map((one) => ({ ...one, epoch }))
    seen.push(...present)
    const judged = judge(present, [...rows.values()], epoch)
    told.push(...judged.told)
    for (const one of judged.known) rows.set(`${one.applicationId} ${one.kind}`, one)
  }
  return { told, seen, rows, epoch }
}

const isSame = (one: Told) => (other: Told) =>
  one.applicationId === other.applicationId && one.kind === other.kind

describe('warnings of an environment', () => {
  it('come once while it lasts, and again only after it was well for an hour', () => {
    fc.assert(
      fc.property(looks, (all) => {
        const { told, seen } = follow(all)
        for (const [index, one] of told.entries()) {
          const before = told.slice(0, index).findLast(isSame(one))
          if (!before) continue
          const epochs = seen
            .filter(isSame(one))
            .map(({ epoch }) => epoch)
            .filter((epoch) => epoch >= before.epoch && epoch <= one.epoch)
          const longestGap = Math.max(...epochs.slice(1).map((epoch, at) => epoch - (epochs[at] ?? 0)))
          expect(longestGap).toBeGreaterThanOrEqual(wellMilliseconds)
        }
      }),
    )
  })

  it('come of a kind no more often than the quiet time, however many applications there are', () => {
    fc.assert(
      fc.property(looks, (all) => {
        const { told } = follow(all)
        for (const kind of warningKinds) {
          const times = [...new Set(told.filter((one) => one.kind === kind).map(({ epoch }) => epoch))]
          for (const [index, time] of times.entries())
            if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(quietMilliseconds)
        }
      }),
    )
  })

  it('leave nothing out that is still there once the quiet time is over', () => {
    fc.assert(
      fc.property(
        looks,
        fc.constantFrom('a', 'b', 'c'),
        fc.constantFrom(...warningKinds),
        (all, applicationId, kind) => {
          const { rows, epoch } = follow([
            ...all,
            { after: quietMilliseconds / minute, found: [{ applicationId, kind }] },
          ])
          expect(rows.get(`${applicationId} ${kind}`)).toMatchObject({ lastEpoch: epoch })
        },
      ),
    )
  })
})
