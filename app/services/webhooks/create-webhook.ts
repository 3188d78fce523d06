import { randomUUID } from 'node:crypto'
import { DomainError } from '../../../core/errors'
import { Webhook } from '../../../db/models/webhook'
import { createWebhookSecret } from '../../webhook/sign'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { lastingWrite } from '../passwords/lasting-write'
import { hostOfAddress, requireAddress } from './require-address'
import { sealFor } from './webhook-secrets'
import { callMessages } from '../../messages/call-messages'

/** Adds the webhook of the actor's team. This answer is the only copy of its secret. @throws DomainError as `lastingWrite`; `conflict` where there is one */
export async function createWebhook(
  dependencies: Dependencies,
  actor: HumanActor,
  { url: typed, currentPassword }: { url: string; currentPassword?: string },
): Promise<{ secret: string }> {
  const url = requireAddress(dependencies, typed)
  const write = { access: 'admin', reach: 'team', currentPassword } as const
  return lastingWrite(dependencies, actor, write, async (actor) => {
    const { teamId } = actor
    if ((await Webhook.count({ where: { teamId } })) > 0)
      throw new DomainError('conflict', callMessages.webhookPresent)
    const id = randomUUID()
    const secret = createWebhookSecret()
    const now = new Date(dependencies.clock.now())
    await Webhook.create({
      id,
      teamId,
      createdAt: now,
      secretCreatedAt: now,
      url: sealFor(dependencies, id, 'url', url),
      secret: sealFor(dependencies, id, 'secret', secret),
    })
    await recordAudit(dependencies, actor, {
      action: 'webhook.create',
      target: { id, name: hostOfAddress(url) },
    })
    return { secret }
  })
}
