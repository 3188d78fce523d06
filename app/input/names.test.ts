import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longest } from '../../core/text/longest'
import { messages } from '../messages/messages'
import { findPersonNameFault, isOneLine, isValidName, line, nameMessages, nameRule } from './names'
import { readField } from './rule'

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

  it.each(['', ' ', ' leading', '1st', 'a-b', 'naïve', 'two\nlines', 'a'.repeat(longest.name + 1)])(
    'refuses %j',
    (name) => {
      expect(isValidName(name)).toBe(false)
    },
  )
})

describe('findPersonNameFault', () => {
  it.each([
    'Ada Lovelace',
    'J.R.R. Tolkien',
    'J. R. R. Tolkien',
    'Dr. María-José O’Neill Jr.',
    "Miles O'Brien",
    'St. John',
    '李小龍',
    'Søren Ødegård (Ops)',
    'محمد بن موسى',
    'अनिरुद्ध',
    'Ada <b>',
    'X Æ A-12',
  ])('takes %j', (name) => {
    expect(findPersonNameFault(name)).toBeUndefined()
  })

  it.each([
    'two\nlines',
    'two\r\nlines',
    'a\ttab',
    'a\u0000nul',
    'an\u001b[31mescape',
    'a\u0085next line',
    'a\u2028line separator',
    'a\u2029paragraph',
    'a\u202ereversed',
    'a\u2066isolate',
    'a\u061cmark',
    'zero\u200bwidth',
    'a\u2060joiner',
    'a\ufeffbom',
    'soft\u00adhyphen',
    'a\u3164filler',
    'tag\u{e0041}s',
  ])('refuses %j, which is not one line that can be seen, and says so', (name) => {
    expect(findPersonNameFault(name)?.text).toBe(nameMessages.notOneLine.text)
    expect(isOneLine(name)).toBe(false)
    expect(() => readField(line(longest.name), name, 'name')).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { name: nameMessages.notOneLine.text } }),
    )
  })

  it.each([
    'See https://evil.example',
    'hxxp://evil',
    '//evil/path',
    'www.evil',
    'evil.com',
    'evil.com/login',
    'EVIL.COM',
    'evil。com',
    'evil．com',
    'xn--e1a.xn--p1ai',
    'пример.рф',
    'ada@example.com',
    'ada@localhost',
    'ada＠example',
    'mailto:ada',
    'javascript:alert',
    '192.168.1.10',
    '1.1.1.1',
    '\\\\server',
  ])('refuses %j, which mail programs may make a link of, and says what to do', (name) => {
    expect(findPersonNameFault(name)?.text).toBe(nameMessages.holdsAddress.text)
  })

  it('takes any name again when its dots are followed by blanks, as it says', () => {
    expect(findPersonNameFault('Ada.Lovelace M.Sc.')?.text).toBe(nameMessages.holdsAddress.text)
    expect(findPersonNameFault('Ada. Lovelace M. Sc.')).toBeUndefined()
  })

  it('says what is missing, and how long a name may be', () => {
    expect(findPersonNameFault('')?.text).toBe('Name is required')
    expect(findPersonNameFault('x'.repeat(200))).toBeUndefined()
    expect(findPersonNameFault('x'.repeat(201))?.text).toBe('Name must be at most 200 characters.')
  })
})

describe('the name of an environment', () => {
  it('drops blanks at the end and says at the field what is wrong', () => {
    expect(readField(nameRule, 'shop ', 'name')).toBe('shop')
    expect(() => readField(nameRule, '9', 'name')).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { name: messages.invalidName.text } }),
    )
  })
})
