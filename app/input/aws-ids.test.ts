import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awsAccountNumberRule } from './aws-ids'
import { readField } from './rule'

describe('the number of an AWS account', () => {
  it('accepts twelve digits, also with the hyphens that the AWS console shows', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), (digits) => {
        const hyphenated = digits.replace(/(\d{4})(\d{4})(\d{4})/, '$1-$2-$3')
        expect(readField(awsAccountNumberRule, digits, 'number')).toBe(digits)
        expect(readField(awsAccountNumberRule, ` ${hyphenated} `, 'number')).toBe(digits)
      }),
    )
  })

  it.each(['', '12345678901', '1234567890123', '12345678901a'])('refuses %j', (text) => {
    expect(() => readField(awsAccountNumberRule, text, 'number')).toThrow('12 digits')
  })
})
