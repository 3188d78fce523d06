import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidEmail, tidyEmail } from './email-address'

describe('isValidEmail', () => {
  it('accepts every address of the usual form', () => {
    fc.assert(fc.property(fc.emailAddress(), (email) => isValidEmail(email) || email.length > 254))
  })

  it.each([
    '',
    'a@b',
    '@b.cc',
    'a@b.',
    'a@@b.cc',
    'a@b@c.dd',
    'abcde',
    'a b@c.dd',
    '<a@b.cc>',
    'a@b.cc\nBcc: x@y.zz',
    'a\u001b[2J@b.cc',
    'a\u202e@b.cc',
    'a\u200b@b.cc',
  ])('refuses %j', (email) => {
    expect(isValidEmail(email)).toBe(false)
  })
})

describe('tidyEmail', () => {
  it('gives one way of writing to every address, whichever it was typed in', () => {
    const email = fc.tuple(
      fc.string({ unit: 'grapheme', maxLength: 50 }),
      fc.constantFrom('é', 'Å', 'ệ', 'ㅎ'),
    )
    fc.assert(
      fc.property(email, ([user, letter]) => {
        const typed = `${user}${letter}@example.com`
        expect(tidyEmail(` ${typed.normalize('NFD')}\n`)).toBe(tidyEmail(typed.normalize('NFC')))
      }),
    )
  })

  it('spends no time on what is too long for an address', () => {
    const marks = `a${'\u0301\u0335'.repeat(500_000)}@example.com`
    expect(tidyEmail(marks)).toBe(marks)
    expect(isValidEmail(tidyEmail(marks))).toBe(false)
  })
})
