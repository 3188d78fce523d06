import { CloudError } from '../cloud/cloud'
import type { Limits } from '../environment/policy'
import { stalled, waiting, type Outcome } from './outcome'

/**
 * What a refusal by the cloud means for the environment. None of them is a fault of ours: what passes by itself is waited for, what
 * needs a person says so. Anything that is not a CloudError is thrown again.
 */
export function outcomeOfRefusal(error: unknown, limits: Limits): Outcome {
  if (!(error instanceof CloudError)) throw error
  const { message } = error
  switch (error.kind) {
    case 'throttled':
      return waiting('Throttled', `AWS asks us to slow down. ${message}`, limits.retrySeconds)
    case 'unavailable':
      return waiting('CloudError', `AWS does not answer at the moment. ${message}`, limits.retrySeconds)
    case 'insufficient-capacity':
      return waiting('InsufficientCapacity', message, limits.capacityRetrySeconds)
    case 'dependency-violation':
      return waiting(
        'DependencyViolation',
        `Something is still in use. ${message}`,
        Math.max(limits.pollSeconds, 1),
      )
    case 'access-denied':
      return stalled(
        'AccessDenied',
        `SDO cannot use the role that manages environments. What runs keeps running. Restore the stack from the account's page, or undo the change to the role. ${message}`,
        limits.stalledSeconds,
      )
    case 'quota-exceeded':
      return stalled(
        'QuotaExceeded',
        `A quota of the AWS account is used up. Ask AWS for a higher one. ${message}`,
        limits.stalledSeconds,
      )
    case 'not-found':
      return waiting('CloudError', `Something is missing in the AWS account. ${message}`, limits.retrySeconds)
    case 'invalid':
      return stalled('CloudError', `AWS refused a request. ${message}`, limits.stalledSeconds)
  }
}
