import { describe, expect, it } from 'vitest'
import { processRunnerArn, trustsProcessRunner } from '../../../core/roles/application-role'
import {
  applicationRoleTag,
  applicationRoleValue,
  environmentManagerRoleName,
  examinationRoleName,
} from '../../../core/roles/names'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

export function describeAccess(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('access', () => {
    it('reads an installed role with its path, trust policy and inline policies as they were installed', async () => {
      const access = await harness().newAccount()
      const role = await harness().cloud.account(access).roles.get(environmentManagerRoleName)
      expect(role).toMatchObject({ name: environmentManagerRoleName, path: '/sdo/', managedPolicies: [] })
      expect(JSON.stringify(role?.assumePolicy)).toContain(access.externalId)
      expect(Object.keys(role?.inlinePolicies ?? {})).toContain('manage-networks')
      expect(role?.inlinePolicies['manage-networks']).toMatchObject({ Version: '2012-10-17' })
    })

    it('says that a role is not there', async () => {
      const access = await harness().newAccount({ isEnvironmentHolder: false })
      const { roles } = harness().cloud.account(access)
      expect(await roles.get(environmentManagerRoleName)).toBeUndefined()
      expect(await roles.get(examinationRoleName)).toBeDefined()
    })

    it('tells whom a role trusts that is marked as the role of an application', async () => {
      const access = await harness().newAccount()
      const trusted = processRunnerArn(access.accountNumber)
      const tags = { [applicationRoleTag]: applicationRoleValue }
      await harness().createRole(access.accountNumber, { name: 'mail', trusted, tags })
      const trust = await harness().cloud.account(access).roles.getTrust('mail')
      expect(trust?.arn).toBe(`arn:aws:iam::${access.accountNumber}:role/mail`)
      expect(trustsProcessRunner(trust?.assumePolicy, access.accountNumber)).toBe(true)
    })

    itUnless(kinder.ignoresPolicies)(
      'tells of no role that lacks the mark, nor whether it is missing',
      async () => {
        const access = await harness().newAccount()
        const trusted = processRunnerArn(access.accountNumber)
        await harness().createRole(access.accountNumber, { name: 'admin', trusted, tags: {} })
        for (const name of ['admin', 'missing'])
          await expectCloudError(harness().cloud.account(access).roles.getTrust(name), 'access-denied')
      },
    )

    itUnless(kinder.ignoresPolicies)('does not look at roles that are not required', async () => {
      const access = await harness().newAccount()
      await expectCloudError(
        harness().cloud.account(access).roles.get('sdo-of-the-customer'),
        'access-denied',
      )
    })

    itUnless(kinder.ignoresExternalId)('refuses a wrong external ID and says what to do', async () => {
      const { accountNumber } = await harness().newAccount()
      const account = harness().cloud.account({ accountNumber, externalId: 'somebody-else' })
      const examination = await expectCloudError(account.roles.get(examinationRoleName), 'access-denied')
      expect(examination.message).toContain(examinationRoleName)
      expect(examination.message).toContain(accountNumber)
      const manager = await expectCloudError(account.network.listVpcs({}), 'access-denied')
      expect(manager.message).toContain(environmentManagerRoleName)
    })

    itUnless(kinder.ignoresExternalId)('refuses an account without our roles', async () => {
      const account = harness().cloud.account({ accountNumber: '999900001111', externalId: 'any' })
      await expectCloudError(account.roles.get(examinationRoleName), 'access-denied')
      await expectCloudError(account.instances.list({}), 'access-denied')
    })

    itUnless(kinder.ignoresPolicies)('refuses to make what does not carry our owner tag', async () => {
      const account = harness().cloud.account(await harness().newAccount())
      await expectCloudError(
        account.network.createVpc({ cidr: '10.0.0.0/16', tags: { Name: 'not ours' } }),
        'access-denied',
      )
      expect(await account.network.listVpcs({ Name: 'not ours' })).toEqual([])
    })

    it('keeps accounts apart', async () => {
      const tags = { 'sdo:owner': 'sdo', 'sdo:purpose': 'apart' }
      const one = harness().cloud.account(await harness().newAccount())
      const other = harness().cloud.account(await harness().newAccount())
      const vpc = await one.network.createVpc({ cidr: '10.0.0.0/16', tags })
      await harness().eventually('the VPC is listed', async () =>
        (await one.network.listVpcs(tags)).some(({ id }) => id === vpc.id),
      )
      expect(await other.network.listVpcs(tags)).toEqual([])
    })
  })
}
