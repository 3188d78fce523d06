import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOf, shortened } from './shortened'

const lengths = fc.array(fc.nat(120), { minLength: 1, maxLength: 3 })

describe('a shortened text', () => {
  it('is known again as what it was, however often it is shortened, and taken for no other', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        fc.string({ maxLength: 200 }),
        lengths,
        (text, other, cuts) => {
          const kept = cuts.reduce(shortened, text)
          expect(isOf(kept, text)).toBe(true)
          expect(isOf(kept, other)).toBe(text === other)
        },
      ),
    )
  })

  it('is as long as it may be, and no shorter than its mark', () => {
    expect(shortened('Not healthy. '.repeat(40), 100)).toMatch(/^(?:Not healthy\. ){7}…[0-9a-f]{8}$/)
    expect(shortened('Not healthy. '.repeat(40), 100)).toHaveLength(100)
    expect(shortened('Not healthy. '.repeat(40), 0)).toMatch(/^…[0-9a-f]{8}$/)
    expect(shortened('Not healthy.', 100)).toBe('Not healthy.')
  })

  it('is not there where there was none', () => {
    expect(isOf(undefined, undefined)).toBe(true)
    expect(isOf(undefined, 'x')).toBe(false)
    expect(isOf('x', undefined)).toBe(false)
  })
})
