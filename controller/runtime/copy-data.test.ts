import fc from 'fast-check'
import { expect, it } from 'vitest'
import { copyData } from './copy-data'

it('is equal to what it was made of, and shares no part of it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = copyData(value)
      expect(copy).toStrictEqual(value)
      expectApart(copy, value)
    }),
  )
})

it('keeps members that are there and undefined, and the order of members', () => {
  const copy = copyData({ b: undefined, a: [undefined, 1] })
  expect(Object.keys(copy)).toEqual(['b', 'a'])
  expect(copy.a).toStrictEqual([undefined, 1])
})

function expectApart(copy: unknown, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  expect(copy).not.toBe(value)
  for (const [key, member] of Object.entries(value))
    expectApart((copy as Record<string, unknown>)[key], member)
}
