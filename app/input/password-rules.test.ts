import { expect, it } from 'vitest'
import { isValidPassword } from './password-rules'

it.each([
  ['1234567', false],
  ['12345678', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['🐎'.repeat(7), false],
  ['🐎'.repeat(64), true],
  ['with blank', false],
  ['line\nbreak', false],
])('the password %j is valid: %s', (password, valid) => {
  expect(isValidPassword(password)).toBe(valid)
})
