import { describe, expect, it } from 'vitest'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

const name = '/sdo/Production-12345678/Shop-12345678'

export function describeLogs(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('log groups', () => {
    it('are there once they are made, with their retention, and in their own account only', async () => {
      const access = await harness().newAccount()
      const { logs } = harness().cloud.account(access)
      expect(await logs.hasGroup(name)).toBe(false)
      await logs.createGroup({ name, retentionDays: 7 })
      expect(await logs.hasGroup(name)).toBe(true)
      expect(await harness().retentionOf(access.accountNumber, name)).toBe(7)
      const other = harness().cloud.account(await harness().newAccount())
      expect(await other.logs.hasGroup(name)).toBe(false)
    })

    it('can be made again, as by who died between the group and its retention', async () => {
      const access = await harness().newAccount()
      const { logs } = harness().cloud.account(access)
      await logs.createGroup({ name, retentionDays: 1 })
      await logs.createGroup({ name, retentionDays: 7 })
      expect(await harness().retentionOf(access.accountNumber, name)).toBe(7)
    })

    itUnless(kinder.ignoresPolicies)('are out of reach where they are not below our path', async () => {
      const { logs } = harness().cloud.account(await harness().newAccount())
      const theirs = '/aws/lambda/theirs'
      await expectCloudError(logs.hasGroup(theirs), 'access-denied')
      await expectCloudError(logs.createGroup({ name: theirs, retentionDays: 1 }), 'access-denied')
    })
  })
}
