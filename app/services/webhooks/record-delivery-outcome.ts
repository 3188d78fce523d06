import { backoffMilliseconds } from '../../../core/time/backoff'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import type { WebhookOutcome } from '../../webhook/webhook-transport'
import type { Dependencies } from '../dependencies'

const retry = { baseMilliseconds: 10_000, capMilliseconds: 2 * 60 * 60_000 }

/** How often a message is tried at most: over six to twelve hours. */
export const mostAttempts = 12

/** Writes down what became of an attempt, and when the next one is due if there is to be one. */
export async function recordDeliveryOutcome(
  { clock }: Dependencies,
  { id, attempts }: WebhookDelivery,
  outcome: WebhookOutcome,
  random: () => number,
): Promise<void> {
  const now = clock.now()
  // By the number of the attempt: one whose claim was lost has nothing to say any more.
  const where = { id, attempts, deliveredAt: null, failedAt: null }
  const status = outcome.status ?? null
  if (outcome.result === 'delivered') {
    await WebhookDelivery.update(
      { deliveredAt: new Date(now), status, failure: null, isClaimed: false },
      { where },
    )
    return
  }
  const isOver = !outcome.again || attempts >= mostAttempts
  const pause = Math.max(backoffMilliseconds(attempts, retry, random), outcome.retryAfterMilliseconds ?? 0)
  await WebhookDelivery.update(
    {
      status,
      failure: outcome.reason,
      isClaimed: false,
      ...(isOver ? { failedAt: new Date(now) } : { dueAt: new Date(now + pause) }),
    },
    { where },
  )
}
