import type { Roles } from '../../cloud'
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
})

/** A role that does not exist is checked as if it had no path. */
function roleResource({ world, accountNumber }: AccountApi, name: string): PolicyResource {
  const path = world.state.accounts[accountNumber]?.roles[name]?.path ?? '/'
  return { arn: `arn:aws:iam::${accountNumber}:role${path}${name}` }
}
