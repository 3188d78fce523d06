import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messages } from './messages'
import { isValidName, maximumNameLength, requireName } from './names'

const letters = [...'ABCXYZabcxyz_']
const others = [...letters, ...'0189 ']

describe('isValidName', () => {
  it('accepts whatever starts with a letter or underscore and goes on with letters, numbers, underscores and blanks', () => {
    const validName = fc
      .tuple(fc.constantFrom(...letters), fc.array(fc.constantFrom(...others), { maxLength: 99 }))
      .map(([first, rest]) => first + rest.join(''))
    fc.assert(fc.property(validName, isValidName))
  })

  it('accepts only what becomes the name of a variable when blanks become underscores', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        if (!isValidName(name)) return
        expect(name.replaceAll(' ', '_')).toMatch(/^[A-Za-z_]\w*$/)
      }),
    )
  })

  it.each(['', ' ', ' leading', '1st', 'a-b', 'naïve', 'two\nlines', 'a'.repeat(maximumNameLength + 1)])(
    'refuses %j',
    (name) => {
      expect(isValidName(name)).toBe(false)
    },
  )
})

describe('requireName', () => {
  it('drops blanks at the end and says at the field what is wrong', () => {
    expect(requireName('shop ', 'name')).toBe('shop')
    expect(() => requireName('9', 'name')).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { name: messages.invalidName } }),
    )
  })
})
