import type { WebhookTransport } from '../../webhook/webhook-transport'
import type { Dependencies } from '../dependencies'
import { workOnOutbox } from '../outbox/work-on-outbox'
import { deliverMessage } from '../webhooks/deliver-message'

interface WebhookDeliveryOptions {
  dependencies: Dependencies
  /** Address of the database of `dependencies`: notifications are listened for there. */
  databaseUrl: string
  transport: WebhookTransport
  /** Ends the delivery after the attempts under way. */
  signal: AbortSignal
  random?: () => number
}

/** A receiver that lets us wait holds up one of them, */
const workers = 8
/** and all such receivers together no more than these: the others are for who answers at once. */
const patientWorkers = 4

/**
 * Delivers what queueDelivery put in the outbox, until `signal` aborts. However many processes do this, no two make an attempt at the
 * same message at a time.
 *
 * @returns resolves when the attempts under way have ended; never rejects
 */
export function startWebhookDelivery({
  random = Math.random,
  ...rest
}: WebhookDeliveryOptions): Promise<void> {
  const options = { ...rest, random }
  const attempt = async (worker: number) =>
    (await deliverMessage({ ...options, quickOnly: worker >= patientWorkers })) ? 'made' : 'idle'
  return workOnOutbox({ ...options, channel: 'sdo_webhook', workers, attempt })
}
