import { ready, stalled, waiting, type Outcome } from '../reconcile/outcome'
import type { Pass } from './pass'

/**
 * Whether the account that holds the environment can be worked in. Its roles must have been found right before anything is made in it;
 * after that the cloud itself says whether they still are, and a re-examination under way stops nothing.
 */
export function examineAccount({ linked: { awsAccount }, stored, limits }: Pass): Outcome {
  if (!awsAccount)
    return waiting(
      'AccountNotReady',
      'The AWS account of this environment is not linked. Link it on the External Resources page.',
      limits.stalledSeconds,
    )
  const { displayName, isEnvironmentHolder } = awsAccount.spec
  if (stored?.network.vpcId) return ready
  if (!isEnvironmentHolder)
    return stalled(
      'AccountNotReady',
      `The AWS account ${displayName} does not allow environments. Allow it on the account's page under External Resources.`,
      limits.stalledSeconds,
    )
  if (awsAccount.status?.phase !== 'Ready')
    return stalled(
      'AccountNotReady',
      `The AWS account ${displayName} is not ready. Apply its CloudFormation template and press Update Status on its page under External Resources.`,
      limits.retrySeconds,
    )
  return ready
}
