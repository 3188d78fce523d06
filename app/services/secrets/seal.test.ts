import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readKeyRing } from './key-ring'
import { isSealedByCurrent, seal, unseal } from './seal'

const newKey = () => randomBytes(32).toString('base64')
const [older, newer] = [`2026:${newKey()}`, `2027:${newKey()}`]
const ring = readKeyRing(older)
const secret = 'JBSWY3DPEHPK3PXP'

describe('what is sealed', () => {
  it('opens for the row it was sealed for, and shows nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, purpose) => {
        expect(unseal(ring, seal(ring, text, purpose), purpose)).toBe(text)
      }),
    )
    const sealed = seal(ring, secret, 'row 1')
    expect(sealed).toMatch(/^v1\.2026\.[\w-]{16}\.[\w-]+$/)
    expect(sealed).not.toContain(secret)
    expect(sealed).not.toBe(seal(ring, secret, 'row 1'))
  })

  it('does not open for another row', () => {
    expect(() => unseal(ring, seal(ring, secret, 'row 1'), 'row 2')).toThrow('for another row')
  })

  it('does not open when a character of it was changed', () => {
    const sealed = seal(ring, secret, 'row 1')
    for (let index = 0; index < sealed.length; index++) {
      const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'E' : 'A') + sealed.slice(index + 1)
      expect(() => unseal(ring, changed, 'row 1')).toThrow(/damaged|not sealed|not given/)
    }
  })

  it.each(['', 'v1', 'v1.2026', 'v1.2026..', 'v1.2026.AAAA.AAAA', secret])('does not open as %j', (text) => {
    expect(() => unseal(ring, text, 'row 1')).toThrow(/^It /)
  })

  it('opens with an older key while the ring has it, and not with another one of its id', () => {
    const sealed = seal(ring, secret, 'row 1')
    const rotated = readKeyRing(`${newer}, ${older}`)
    expect(unseal(rotated, sealed, 'row 1')).toBe(secret)
    expect([isSealedByCurrent(ring, sealed), isSealedByCurrent(rotated, sealed)]).toEqual([true, false])
    expect(seal(rotated, secret, 'row 1')).toMatch(/^v1\.2027\./)
    expect(() => unseal(readKeyRing(newer), sealed, 'row 1')).toThrow(
      'with the key "2026", which is not given',
    )
    expect(() => unseal(readKeyRing(`2026:${newKey()}`), sealed, 'row 1')).toThrow('by another key')
  })
})

describe('a ring of keys', () => {
  it.each([
    '',
    'nonsense',
    newKey(),
    `:${newKey()}`,
    `a.b:${newKey()}`,
    `2026:${randomBytes(31).toString('base64')}`,
    `2026:${randomBytes(33).toString('base64')}`,
    `${older},`,
    `${older},2026:${newKey()}`,
  ])('is refused without naming a key: %s', (text) => {
    expect(() => readKeyRing(text)).toThrow(/^must (be|have) (?!.*[\w+/]{30})/)
  })
})
