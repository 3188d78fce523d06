import fc from 'fast-check'
import { expect, it } from 'vitest'
import { appliedRevisionAnnotation } from '../../core/resources/metadata'
import { appliedAt, heldAt, revisionStateOf } from './revision'

const revision = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String)

it('takes a row that is as new as what was applied, or newer, at its word, and no older one', () => {
  fc.assert(
    fc.property(revision, revision, (applied, present) => {
      const isOlder = BigInt(present) < BigInt(applied)
      expect(revisionStateOf({ annotations: appliedAt(applied) }, present)).toBe(
        isOlder ? 'gone-back' : 'current',
      )
    }),
  )
})

it('holds what a row is older than until that row is changed, and notices when it goes back once more', () => {
  fc.assert(
    fc.property(revision, fc.integer({ min: -3, max: 3 }), (held, step) => {
      const present = BigInt(held) + BigInt(step)
      fc.pre(present >= 0n)
      const expected = step < 0 ? 'gone-back' : step === 0 ? 'held' : 'current'
      expect(revisionStateOf({ annotations: heldAt(held) }, String(present))).toBe(expected)
    }),
  )
})

it.each([undefined, '', 'held-at-', '-1', 'later', '9'.repeat(40)])(
  'takes the row at its word where nothing is known: %s',
  (value) => {
    const annotations: Record<string, string> =
      value === undefined ? {} : { [appliedRevisionAnnotation]: value }
    expect(revisionStateOf({ annotations }, '3')).toBe('current')
  },
)
