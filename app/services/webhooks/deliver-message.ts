import { claimDueDelivery, recordSlowReceiver } from '../../../db/queries/webhook-deliveries'
import { Webhook } from '../../../db/models/webhook'
import type { WebhookDelivery } from '../../../db/models/webhook-delivery'
import { signatureOf } from '../../webhook/sign'
import type { WebhookOutcome, WebhookTransport } from '../../webhook/webhook-transport'
import type { Dependencies } from '../dependencies'
import { writeDown } from '../outbox/write-down'
import { recordDeliveryOutcome } from './record-delivery-outcome'
import { openUrl, signingSecrets } from './webhook-secrets'

interface DeliverOptions {
  dependencies: Dependencies
  transport: WebhookTransport
  signal: AbortSignal
  random: () => number
  /** Passes over teams whose receiver let us wait within the last hour: somebody else attends to those. */
  quickOnly?: boolean
}

/** An attempt that takes longer counts as slow. */
const slowMilliseconds = 2_000
const slowMemoryMilliseconds = 60 * 60_000
/** Longer than any attempt, so that a claim comes free only when its process is gone. */
const claimMilliseconds = 2 * 60_000

/** Makes one attempt at a message that is due. Resolves with whether one was due. */
export async function deliverMessage(options: DeliverOptions): Promise<boolean> {
  const { dependencies, quickOnly = false } = options
  const { sequelize, clock } = dependencies
  const now = clock.now()
  const delivery = await claimDueDelivery(sequelize, {
    now: new Date(now),
    freeAt: new Date(now + claimMilliseconds),
    ...(quickOnly && { notSlowSince: new Date(now - slowMemoryMilliseconds) }),
  })
  if (!delivery) return false
  const webhook = await Webhook.findByPk(delivery.webhookId)
  // It went, and its messages with it.
  if (!webhook) return true
  const begun = clock.monotonic()
  const outcome = await send(options, webhook, delivery)
  const isSlow = clock.monotonic() - begun > slowMilliseconds
  await record(options, delivery, { ...outcome, isSlow })
  return true
}

async function send(
  { dependencies, transport }: DeliverOptions,
  webhook: Webhook,
  { id, body }: WebhookDelivery,
): Promise<WebhookOutcome> {
  const now = dependencies.clock.now()
  try {
    const timestamp = Math.floor(now / 1000)
    const secrets = signingSecrets(dependencies, webhook, now)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'SDO-Webhook/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf({ id, timestamp, body }, secrets),
    }
    return await transport.send({ url: openUrl(dependencies, webhook), headers, body })
  } catch (failure) {
    // An operator who gives the missing key again loses no message.
    dependencies.log.error({ err: failure, webhook: webhook.id }, 'A webhook cannot be read')
    return { result: 'refused', again: true, reason: 'The attempt failed on our side.' }
  }
}

async function record(
  options: DeliverOptions,
  delivery: WebhookDelivery,
  { isSlow, ...outcome }: WebhookOutcome & { isSlow: boolean },
): Promise<void> {
  const { dependencies, random } = options
  const { sequelize, clock } = dependencies
  const { id, attempts } = delivery
  const facts = { delivery: id, webhook: delivery.webhookId }
  if (outcome.result === 'delivered') dependencies.log.info(facts, 'Webhook message delivered')
  // What the receiver said is for its team.
  else
    dependencies.log.info(
      { ...facts, attempt: attempts, status: outcome.status },
      'Webhook message not taken',
    )
  await writeDown({ ...options, facts }, async () => {
    // First: once the outcome is written its team may be served again.
    if (isSlow) await recordSlowReceiver(sequelize, delivery.webhookId, new Date(clock.now()))
    await recordDeliveryOutcome(dependencies, delivery, outcome, random)
  })
}
