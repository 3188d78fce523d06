import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KeyRing } from './key-ring'
import { isKeyedHashOf, keyedHash } from './keyed-hash'
import { isSealedByCurrent } from './seal'

const ringOf = (...ids: string[]): KeyRing => ({
  currentId: ids[0] ?? '',
  keys: new Map(ids.map((id) => [id, keyNamed(id)])),
})
const made = new Map<string, Buffer>()
const keyNamed = (id: string) => {
  const key = made.get(id) ?? randomBytes(32)
  made.set(id, key)
  return key
}
const ring = ringOf('one')

it('is known again for the same text and row alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (text, row, otherText, otherRow) => {
      const hash = keyedHash(ring, text, row)
      expect(isKeyedHashOf(ring, hash, text, row)).toBe(true)
      expect(isKeyedHashOf(ring, hash, otherText, otherRow)).toBe(text === otherText && row === otherRow)
    }),
  )
})

it('cannot be made, nor searched, without the key', () => {
  const stranger: KeyRing = { currentId: 'one', keys: new Map([['one', randomBytes(32)]]) }
  const hash = keyedHash(ring, 'ABC234', 'row')
  expect(keyedHash(stranger, 'ABC234', 'row')).not.toBe(hash)
  expect(isKeyedHashOf(stranger, hash, 'ABC234', 'row')).toBe(false)
})

it('is known again after the key was replaced, while the old one is still given', () => {
  const hash = keyedHash(ring, 'ABC234', 'row')
  expect(isKeyedHashOf(ringOf('two', 'one'), hash, 'ABC234', 'row')).toBe(true)
  expect(isKeyedHashOf(ringOf('two'), hash, 'ABC234', 'row')).toBe(false)
  expect(keyedHash(ringOf('two', 'one'), 'ABC234', 'row')).toMatch(/^h1\.two\./)
})

it.each(['', 'h1', 'h1.one', 'h1.one.', 'h1..', 'h1.gone.x', '0'.repeat(64)])(
  'takes %j for the hash of nothing',
  (hash) => {
    for (const text of ['', 'ABC234']) expect(isKeyedHashOf(ring, hash, text, 'row')).toBe(false)
  },
)

it('is never taken for something sealed', () => {
  expect(isSealedByCurrent(ring, keyedHash(ring, 'ABC234', 'row'))).toBe(false)
})
