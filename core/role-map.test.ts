import { describe, expect, it } from 'vitest'
import { requireRoleMap } from './role-map'

const arn = 'arn:aws:iam::123456789012:role/shop/reader'

describe('requireRoleMap', () => {
  it('trims keys and ARNs, and drops keys whose ARN is empty', () => {
    expect(requireRoleMap({ ' reader ': ` ${arn} `, writer: ' ' }, 'roles')).toEqual({ reader: arn })
  })

  it('refuses what is no ARN of a role, and an ARN without a key', () => {
    const faults: Record<string, string>[] = [
      { reader: 'reader' },
      { reader: 'arn:aws:iam::123456789012:user/reader' },
      { '': arn },
      { reader: arn, ' reader': arn },
    ]
    for (const roles of faults)
      expect(() => requireRoleMap(roles, 'roles')).toThrow(
        expect.objectContaining({ code: 'invalid', fields: { roles: expect.any(String) } }),
      )
  })
})
