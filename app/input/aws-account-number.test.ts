import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireAwsAccountNumber } from './aws-account-number'

describe('requireAwsAccountNumber', () => {
  it('accepts twelve digits, also with the hyphens that the AWS console shows', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), (digits) => {
        const hyphenated = digits.replace(/(\d{4})(\d{4})(\d{4})/, '$1-$2-$3')
        expect(requireAwsAccountNumber(digits, 'number')).toBe(digits)
        expect(requireAwsAccountNumber(` ${hyphenated} `, 'number')).toBe(digits)
      }),
    )
  })

  it.each(['', '12345678901', '1234567890123', '12345678901a'])('refuses %j', (text) => {
    expect(() => requireAwsAccountNumber(text, 'number')).toThrow('12 digits')
  })
})
