import { CloudError } from '../../controller/cloud/cloud'
import { allowsAction } from '../policies/policy'
import type { World } from '../world'
import { identify } from './minted-credentials'

interface Permission {
  action: string
  /** Token of the caller. */
  sessionToken: string
  /** ARN of the resource in the caller's account. */
  arnIn: (accountNumber: string) => string
}

/** Checks a caller's permission. @returns the caller's account @throws CloudError */
export async function authorize(world: World, { action, sessionToken, arnIn }: Permission): Promise<string> {
  await world.faults.before(action)
  const caller = identify(world, sessionToken)
  if (!caller) throw new CloudError('access-denied', 'The security token included in the request is invalid.')
  const { accountNumber, roleName } = caller
  const arn = arnIn(accountNumber)
  const role = world.state.accounts[accountNumber]?.roles[roleName]
  const policies = Object.values(role?.inlinePolicies ?? {})
  if (!allowsAction(policies, { action, resource: { arn, tags: {} } }))
    throw new CloudError(
      'access-denied',
      `The role ${roleName} is not authorized to perform: ${action} on ${arn}`,
    )
  return accountNumber
}
