import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleCredentials, TemporaryCredentials } from '../../../agent/credentials/role-credentials'
import { applicationRoleTag, processRunnerRoleName } from '../../../core/roles/names'

/** A role of the customer's, as the customer may set it up, or not. */
export interface CustomerRole {
  /** Whom its trust policy names. */
  trusts: 'process-runner' | 'account' | 'nobody'
  hasTag: boolean
}

/** What the suite needs to know of one side of the port. */
export interface RoleCredentialsHarness {
  /** As an instance with the process-runner role has them. */
  roleCredentials: RoleCredentials
  /** Makes a role in the account of the instance; answers its ARN. */
  createRole(role: CustomerRole): Promise<string>
  /** Whom a call with these credentials is made by: the name of the role. */
  whoIs(credentials: TemporaryCredentials): Promise<string>
  close(): Promise<void>
}

interface RoleCredentialsKindness {
  /** Lets anybody assume any role. */
  ignoresPolicies?: boolean
}

/** What both sides of the port promise to the agent. */
export function describeRoleCredentials(
  side: string,
  open: () => Promise<RoleCredentialsHarness>,
  { ignoresPolicies = false }: RoleCredentialsKindness = {},
): void {
  describe(`credentials of roles: ${side}`, () => {
    let harness: RoleCredentialsHarness
    beforeAll(async () => {
      harness = await open()
    })
    afterAll(() => harness?.close())

    const assume = (roleArn: string) =>
      harness.roleCredentials.assume({ roleArn, sessionName: 'sdo-process-1' })

    it('are those of the role that was asked for, for an hour', async () => {
      const roleArn = await harness.createRole({ trusts: 'process-runner', hasTag: true })
      const credentials = await assume(roleArn)
      expect(await harness.whoIs(credentials)).toBe(roleArn.split('/').at(-1))
      const seconds = (credentials.expirationEpoch - Date.now()) / 1000
      expect(seconds).toBeGreaterThan(3500)
      expect(seconds).toBeLessThan(3700)
    })

    it('are had of a role that trusts its account, when it carries the tag', async () => {
      const credentials = await assume(await harness.createRole({ trusts: 'account', hasTag: true }))
      expect(credentials.sessionToken).not.toBe('')
    })

    if (ignoresPolicies) return

    it.each<[string, CustomerRole]>([
      ['trusts nobody', { trusts: 'nobody', hasTag: true }],
      ['trusts its account and lacks the tag', { trusts: 'account', hasTag: false }],
    ])('are not had of a role that %s, and the refusal says what to look at', async (_name, role) => {
      const roleArn = await harness.createRole(role)
      const refusal = await assume(roleArn).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ name: 'RoleCredentialsError' })
      const { message } = refusal as Error
      for (const word of [roleArn, applicationRoleTag, processRunnerRoleName]) expect(message).toContain(word)
    })

    it('are not had of a role that is missing or of another account', async () => {
      for (const account of ['111122223333', '444455556666'])
        await expect(assume(`arn:aws:iam::${account}:role/missing`)).rejects.toThrow('could not be assumed')
    })
  })
}
