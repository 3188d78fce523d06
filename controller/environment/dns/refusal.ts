import { CloudError } from '../../cloud/cloud'
import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import { stalled, type Outcome } from '../../reconcile/outcome'
import type { Limits } from '../policy'
import type { LinkedZone } from '../linked/linked-zones'

/** The outcome of a refusal in the account of a zone. Nothing but names waits for it. @throws what is no CloudError */
export function refusalOf(error: unknown, { account, zoneName }: LinkedZone, limits: Limits): Outcome {
  if (!(error instanceof CloudError)) throw error
  const place = `${account.displayName} (${account.accountNumber})`
  if (error.kind === 'access-denied')
    return stalled(
      'AccessDenied',
      `SDO cannot use its role for names in the account ${place}. Names stay as they are, and everything else continues. Apply the current template of that account. ${error.message}`,
      limits.stalledSeconds,
    )
  if (error.kind === 'not-found')
    return stalled(
      'CloudError',
      `The hosted zone ${zoneName ?? ''} is gone from the account ${place}. Unlink it, and link another one.`,
      limits.stalledSeconds,
    )
  // By `ZoneRecords`: they take no calls away from the account of the environment.
  return outcomeOfRefusal(error, limits, 'paced-where-made')
}
