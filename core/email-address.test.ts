import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidEmail } from './email-address'

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
  ])('refuses %j', (email) => {
    expect(isValidEmail(email)).toBe(false)
  })
})
