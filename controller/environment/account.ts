import type { Pass } from './pass'
import { ready, stalled, waiting, type Outcome } from '../reconcile/outcome'

/**
 * Finds the account that holds the environment. Its roles must have been found right before anything is made in it; after that the
 * cloud itself says whether they still are, and a re-examination under way stops nothing.
 */
export async function ensureAccount(pass: Pass): Promise<Outcome> {
  const { dependencies, environment, status, limits } = pass
  const account = await dependencies.store.get('AwsAccount', environment.spec.awsAccount)
  if (!account)
    return waiting(
      'AccountNotReady',
      'The AWS account of this environment is not linked. Link it on the External Resources page.',
      limits.stalledSeconds,
    )
  const { accountNumber, externalId, displayName, isEnvironmentHolder } = account.spec
  pass.account = dependencies.cloud.account({ accountNumber, externalId })
  if (status.network.vpcId) return ready
  if (!isEnvironmentHolder)
    return stalled(
      'AccountNotReady',
      `The AWS account ${displayName} may not hold environments. Allow it on the account's page under External Resources.`,
      limits.stalledSeconds,
    )
  if (account.status?.phase !== 'SUCCESS')
    return stalled(
      'AccountNotReady',
      `The AWS account ${displayName} is not ready. Apply its CloudFormation template and press Update Status on its page under External Resources.`,
      limits.retrySeconds,
    )
  return ready
}
