import { describe, expect, it } from 'vitest'
import { roleMapRule } from './role-map'
import { readField } from './rule'

const arn = 'arn:aws:iam::123456789012:role/shop/reader'

describe('a map of roles', () => {
  it('trims keys and ARNs, and leaves out a pair of which nothing was typed', () => {
    expect(readField(roleMapRule, { ' reader ': ` ${arn} `, ' ': ' ' }, 'roles')).toEqual({ reader: arn })
  })

  it('refuses what is no ARN of a role, and an ARN without a key or a key without an ARN', () => {
    const longKey = 'k'.repeat(101)
    const faults: [string, Record<string, string>][] = [
      ['roles.reader', { reader: 'reader' }],
      ['roles.writer', { reader: arn, writer: ' ' }],
      ['roles.reader', { reader: 'arn:aws:iam::123456789012:user/reader', writer: arn }],
      ['roles.reader', { reader: arn, ' reader': arn }],
      ['roles.reader', { reader: `${arn}${'x'.repeat(1000)}` }],
      ['roles', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`reader${index}`, arn]))],
    ]
    for (const [field, roles] of faults)
      expect(() => readField(roleMapRule, roles, 'roles')).toThrow(
        expect.objectContaining({ code: 'invalid', fields: { [field]: expect.any(String) } }),
      )
    expect(() => readField(roleMapRule, { [longKey]: arn }, 'roles')).toThrow('at most 100 characters')
    expect(() => readField(roleMapRule, { '': arn, reader: 'reader' }, 'roles')).toThrow(
      expect.objectContaining({
        fields: { 'roles.': expect.any(String), 'roles.reader': expect.any(String) },
      }),
    )
  })
})
