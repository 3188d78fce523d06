import type { AwsAccount } from '../../../core/resources/aws-account'
import { CloudError } from '../../cloud/cloud'
import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import { stalled, type Outcome } from '../../reconcile/outcome'
import type { Limits } from '../policy'

/** The role for networks cannot be used. */
class NetworkRoleDenied extends Error {
  override name = 'NetworkRoleDenied'
}

/** A call in the account of an external network. @throws what says whose role is missing */
export async function inAccountOf<T>(awsAccount: AwsAccount, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'access-denied')) throw error
    const { displayName, accountNumber } = awsAccount.spec
    throw new NetworkRoleDenied(
      `SDO cannot use its role for networks in the account ${displayName} (${accountNumber}). Connections stay as they are, and everything else continues. Apply the current template of that account. ${error.message}`,
      { cause: error },
    )
  }
}

/** The outcome of a refusal. Nothing but this one connection waits for it. @throws what is none */
export function refusalOf(error: unknown, vpcId: string, limits: Limits): Outcome {
  if (error instanceof NetworkRoleDenied) return stalled('AccessDenied', error.message, limits.stalledSeconds)
  const outcome = outcomeOfRefusal(error, limits)
  return outcome.kind === 'ready' ? outcome : { ...outcome, message: `${vpcId}: ${outcome.message}` }
}
