import { describe, expect, it } from 'vitest'
import { CloudError, type Logs } from '../../../controller/cloud/cloud'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

const name = '/sdo/Production-12345678/Shop-12345678'

export function describeLogs(harness: () => CloudHarness, kinder: CloudKindness): void {
  /** AWS may say for a moment that there is no such group, and finishes it when it is asked again. */
  const create = (logs: Logs, retentionDays: number) =>
    harness().eventually('the group is made', () =>
      logs.createGroup({ name, retentionDays }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof CloudError && error.kind === 'not-found') return false
          throw error
        },
      ),
    )

  describe('log groups', () => {
    it('are there once they are made, with their retention, and in their own account only', async () => {
      const access = await harness().newAccount()
      const { logs } = harness().cloud.account(access)
      expect(await logs.hasGroup(name)).toBe(false)
      await create(logs, 7)
      expect(await logs.hasGroup(name)).toBe(true)
      expect(await harness().retentionOf(access.accountNumber, name)).toBe(7)
      const other = harness().cloud.account(await harness().newAccount())
      expect(await other.logs.hasGroup(name)).toBe(false)
    })

    it('can be made again, as by who died between the group and its retention', async () => {
      const access = await harness().newAccount()
      const { logs } = harness().cloud.account(access)
      await create(logs, 1)
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
