import type { Roles } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { PolicyResource } from '../policies/policy'

/** IAM's roles as far as SDO reads them. */
export const rolesOf = (api: AccountApi): Roles => ({
  get: (name) =>
    api.call(
      'iam:GetRole',
      {
        on: [roleResource(api, name)],
        alsoNeeds: ['iam:ListRolePolicies', 'iam:GetRolePolicy', 'iam:ListAttachedRolePolicies'].map(
          (action) => ({
            action,
            on: [roleResource(api, name)],
          }),
        ),
      },
      (account) => account.roles[name],
    ),
  getTrust: (name) =>
    api.call('iam:GetRole', { on: [roleResource(api, name)] }, ({ roles }) => {
      const role = roles[name]
      return role && { arn: roleResource(api, name).arn, assumePolicy: role.assumePolicy }
    }),
})

/** A role that does not exist is checked as if it had no path. */
function roleResource({ world, accountNumber }: AccountApi, name: string): PolicyResource {
  const role = world.state.accounts[accountNumber]?.roles[name]
  return { arn: `arn:aws:iam::${accountNumber}:role${role?.path ?? '/'}${name}`, tags: role?.tags ?? {} }
}
