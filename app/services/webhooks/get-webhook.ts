import { Environment } from '../../../db/models/environment'
import { Webhook } from '../../../db/models/webhook'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { revisionOf } from '../revisions/revision'
import { maskAddress } from './require-address'
import { openUrl } from './webhook-secrets'
import { webhookSettings } from './webhook-settings'
import type { DeliveryView, WebhookView } from './webhook-views'

const mostShown = 50

/** The webhook of the actor's team, what became of its newest messages, and what each environment tells. */
export async function getWebhook(
  dependencies: Dependencies,
  { teamId, isAdmin }: HumanActor,
): Promise<WebhookView> {
  const [webhook, environments] = await Promise.all([
    Webhook.findOne({ where: { teamId } }),
    Environment.findAll({
      attributes: ['id', 'name', 'webhookEvents', 'mailEvents'],
      where: { teamId, deletingAt: null },
      order: ['name', 'id'],
      limit: 200,
    }),
  ])
  const deliveries = webhook
    ? await WebhookDelivery.findAll({
        where: { webhookId: webhook.id },
        order: [['createdAt', 'DESC'], ['id', 'DESC']], // prettier-ignore
        limit: mostShown,
      })
    : []
  return {
    webhook: webhook ? toWebhookJson(dependencies, webhook) : undefined,
    deliveries: deliveries.map(toDeliveryJson),
    environments: environments.map(({ id, name, webhookEvents, mailEvents }) => ({
      id,
      name,
      webhookEvents,
      mailEvents,
    })),
    showAdminControls: isAdmin,
  }
}

function toWebhookJson(dependencies: Dependencies, webhook: Webhook): WebhookView['webhook'] {
  const { teamEvents, createdAt, secretCreatedAt, formerUntil } = webhook
  const isFormerValid = formerUntil !== null && formerUntil.getTime() > dependencies.clock.now()
  return {
    maskedUrl: maskAddress(openUrl(dependencies, webhook)),
    teamEvents,
    revision: revisionOf(webhookSettings(dependencies, webhook)),
    createdEpoch: createdAt.getTime(),
    secretCreatedEpoch: secretCreatedAt.getTime(),
    ...(isFormerValid && { formerSecretUntilEpoch: formerUntil.getTime() }),
  }
}

function toDeliveryJson(delivery: WebhookDelivery): DeliveryView {
  const { id, kind, headline, createdAt, attempts, status, failure, deliveredAt, failedAt, dueAt } = delivery
  const state = deliveredAt ? 'delivered' : failedAt ? 'failed' : 'waiting'
  return {
    id,
    kind,
    headline,
    state,
    createdEpoch: createdAt.getTime(),
    numAttempts: attempts,
    ...(status !== null && { status }),
    ...(failure !== null && { failure }),
    ...(state === 'waiting' && attempts > 0 && { nextAttemptEpoch: dueAt.getTime() }),
  }
}
