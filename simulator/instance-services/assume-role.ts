import { CloudError } from '../../controller/cloud/cloud'
import { allowsAction, trustsRole } from '../policies/policy'
import type { World } from '../world'
import { identify, mintCredentials, type MintedCredentials } from './minted-credentials'

interface AssumeRoleRequest {
  /** Of who asks. */
  sessionToken: string
  roleArn: string
  roleSessionName: string
  durationSeconds: number
}

/** The most that who has a role already may ask for. */
const longestSeconds = 3600

/**
 * STS AssumeRole for who has a role of the account, as AWS decides it: the role must trust the one that asks, and unless it names that very
 * role, the policies of the one that asks must allow it too.
 *
 * @throws CloudError
 */
export async function assumeRole(world: World, request: AssumeRoleRequest): Promise<MintedCredentials> {
  const action = 'sts:AssumeRole'
  await world.faults.before(action)
  const { sessionToken, roleArn, roleSessionName, durationSeconds } = request
  const caller = identify(world, sessionToken)
  const refused = new CloudError(
    'access-denied',
    `The caller is not authorized to perform ${action} on ${roleArn}.`,
  )
  if (!caller) throw new CloudError('access-denied', 'The security token included in the request is invalid.')
  if (
    !(durationSeconds >= 900 && durationSeconds <= longestSeconds) ||
    !/^[\w+=,.@-]{2,64}$/.test(roleSessionName)
  )
    throw new CloudError('invalid', 'The duration or the name of the session is not possible.')
  const { accountNumber } = caller
  const account = world.state.accounts[accountNumber]
  const callingRole = account?.roles[caller.roleName]
  const [, wantedAccount, path = '', name = ''] =
    /^arn:aws:iam::(\d{12}):role(\/(?:.*\/)?)([^/]+)$/.exec(roleArn) ?? []
  const role = account?.roles[name]
  // Roles of other accounts are not in the policies of any role of ours.
  if (!callingRole || !role || wantedAccount !== accountNumber || role.path !== path) throw refused
  const callerArn = `arn:aws:iam::${accountNumber}:role${callingRole.path}${callingRole.name}`
  const trust = trustsRole(role.assumePolicy, { roleArn: callerArn, accountNumber, roleSessionName })
  const isAllowed = allowsAction(Object.values(callingRole.inlinePolicies), {
    action,
    resource: { arn: roleArn, tags: role.tags ?? {} },
  })
  if (trust === 'denied' || trust === 'untrusted' || (trust === 'account' && !isAllowed)) throw refused
  const minted = mintCredentials(world, {
    accountNumber,
    roleName: name,
    expirationEpoch: world.clock.now() + durationSeconds * 1000,
  })
  await world.save()
  await world.faults.after(action)
  return minted
}
