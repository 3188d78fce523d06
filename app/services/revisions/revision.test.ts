import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DomainError } from '../../../core/errors'
import { requireRevision, revisionOf, type Told } from './revision'

interface Settings {
  size: number | null
  names: string[]
  map: Record<string, string>
}

const told: Told<Settings> = { size: ['Size'], names: ['Names'], map: ['Map'] }

const settings = fc.record<Settings>({
  size: fc.option(fc.integer({ min: 0, max: 2 })),
  names: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  map: fc.dictionary(fc.constantFrom('A', '__proto__', 'toString'), fc.constantFrom('1', '2')),
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const sorted = ({ map, ...others }: Settings) => ({ ...others, map: Object.entries(map).sort() })

function refusalOf(...input: [string | undefined, Settings, Partial<Settings>]) {
  try {
    requireRevision(...input, told)
    return undefined
  } catch (failure) {
    return failure as DomainError
  }
}

describe('a write by the revision that its settings were read at', () => {
  it('is refused exactly for the fields that were changed since and that it would not leave as they are now', () => {
    fc.assert(
      fc.property(
        settings,
        settings,
        settings,
        fc.subarray(['size', 'names', 'map']),
        (read, now, wish, sent) => {
          const wanted = Object.fromEntries(
            Object.entries(wish).filter(([field]) => sent.includes(field)),
          ) as Partial<Settings>
          const [was, is, wants] = [sorted(read), sorted(now), sorted(wish)]
          const fields = (['size', 'names', 'map'] as const).filter(
            (field) =>
              !isSame(was[field], is[field]) && !(sent.includes(field) && isSame(wants[field], is[field])),
          )
          const refusal = refusalOf(revisionOf(read), now, wanted)
          expect(Object.keys(refusal?.fields ?? {})).toEqual(fields)
          if (refusal) {
            expect(refusal).toMatchObject({ code: 'conflict', status: 409, revision: revisionOf(now) })
            expect(refusalOf(refusal.revision, now, wanted)).toBeUndefined()
          }
        },
      ),
    )
  })

  it('is never refused without one, and by any text that is none only where it would change something', () => {
    fc.assert(
      fc.property(settings, settings, fc.string(), (now, wish, revision) => {
        expect(refusalOf(undefined, now, wish)).toBeUndefined()
        expect(refusalOf(revision, now, now)).toBeUndefined()
      }),
    )
  })

  it('says both values, of a map those of each entry that differs', () => {
    const now: Settings = { size: 2, names: [], map: { A: '1', B: 'x'.repeat(200), C: '' } }
    const mine: Settings = { size: null, names: ['a', 'b'], map: { A: '1', B: '2', D: '4' } }
    expect(refusalOf('', now, mine)?.fields).toEqual({
      size: 'Size: now 2, yours none.',
      names: 'Names: now none, yours a, b.',
      map: `Map: B now ${'x'.repeat(120)}…, yours 2; C now empty, yours none; D now none, yours 4.`,
    })
    expect(refusalOf('', now, {})?.fields?.size).toBe('Size: now 2. You leave it as it is.')
  })
})
