import { CloudError } from '../cloud/cloud'
import { stalled, waiting, type Outcome } from './outcome'

/** Pauses before another try, in seconds. */
export interface RetryLimits {
  /** The longest time between looks while something is on its way: an instance boots, a process starts, a target is checked. */
  pollSeconds: number
  /** Pause where somebody else must act first: a role, a quota, an account. */
  stalledSeconds: number
  /** Pause while AWS has not opened the account for it, which takes it hours. */
  restrictedSeconds: number
  /** After a throttled or lost call. Long enough for AWS's request buckets to refill. */
  retrySeconds: number
  /** While no instance can be had. */
  capacityRetrySeconds: number
}

export const defaultRetryLimits: RetryLimits = {
  pollSeconds: 1,
  stalledSeconds: 15,
  restrictedSeconds: 300,
  retrySeconds: 2,
  capacityRetrySeconds: 10,
}

/**
 * Whose calls wait when AWS asks to slow down: all those of whoever asked, or none of them, because calls like the refused one are paced where they
 * are made.
 */
type Pace = 'all-wait' | 'paced-where-made'

/**
 * The outcome of a refusal by the cloud for who asked. None of them is a fault of ours: what passes by itself is waited for, what
 * needs a person says so. Anything that is not a CloudError is thrown again.
 */
export function outcomeOfRefusal(error: unknown, limits: RetryLimits, pace: Pace = 'all-wait'): Outcome {
  if (!(error instanceof CloudError)) throw error
  const { message } = error
  switch (error.kind) {
    case 'throttled':
      return {
        kind: 'waiting',
        reason: 'Throttled',
        message: `AWS asks us to slow down. ${message}`,
        seconds: limits.retrySeconds,
        ...(pace === 'all-wait' && { leastSeconds: limits.retrySeconds }),
      }
    case 'unavailable':
      return waiting('CloudError', `AWS does not answer at the moment. ${message}`, limits.retrySeconds)
    case 'platform':
      return { kind: 'waiting', reason: 'CloudError', message, seconds: limits.stalledSeconds, isOurs: true }
    case 'insufficient-capacity':
      return waiting('InsufficientCapacity', message, limits.capacityRetrySeconds)
    case 'dependency-violation':
      return waiting(
        'DependencyViolation',
        `Something is still in use. ${message}`,
        Math.max(limits.pollSeconds, 1),
      )
    case 'not-yet-allowed':
      return waiting(
        'Working',
        `AWS does not yet know how SDO marked what it made a moment ago. SDO tries again. ${message}`,
        Math.max(limits.retrySeconds, Math.ceil(error.secondsSinceMade / 2)),
      )
    case 'access-denied':
      if (error.isDeniedFromAbove)
        return stalled(
          'AccessDenied',
          `A policy of your AWS organization denies this. What runs keeps running. Ask who manages the organization to allow it for SDO's roles. ${message}`,
          limits.stalledSeconds,
        )
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
    case 'account-restricted':
      return {
        kind: 'stalled',
        reason: 'AccountNotReady',
        message: `AWS has not opened this account for it yet. A new account is often verified within hours: SDO tries again every ${Math.round(limits.restrictedSeconds / 60)} minutes. If it takes longer, ask AWS Support. ${message}`,
        seconds: limits.restrictedSeconds,
        isUnopened: true,
      }
    case 'type-not-allowed':
      return stalled(
        'InsufficientCapacity',
        `This account may not launch the instance type. ${message}`,
        limits.stalledSeconds,
      )
    case 'not-found':
      return waiting('CloudError', `Something is missing in the AWS account. ${message}`, limits.retrySeconds)
    case 'invalid':
      return stalled('CloudError', `AWS refused a request. ${message}`, limits.stalledSeconds)
  }
}
