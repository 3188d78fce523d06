import { createWebhookSecret } from '../../webhook/sign'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { lastingWrite } from '../passwords/lasting-write'
import { hostOfAddress } from './require-address'
import { openUrl, sealFor } from './webhook-secrets'
import { lockWebhook } from '../access/own'

/** For so long messages are signed with the former secret as well, so that receivers can change over. */
export const overlapHours = 24

/** Makes another secret of the team's webhook. This answer is the only copy of it. @throws DomainError as `lastingWrite` */
export const rotateWebhookSecret = (
  dependencies: Dependencies,
  actor: HumanActor,
  { currentPassword }: { currentPassword?: string } = {},
): Promise<{ secret: string }> =>
  lastingWrite(dependencies, actor, { access: 'admin', currentPassword }, async (actor) => {
    const webhook = await lockWebhook(actor)
    const now = dependencies.clock.now()
    const secret = createWebhookSecret()
    await webhook.update({
      secret: sealFor(dependencies, webhook.id, 'secret', secret),
      secretCreatedAt: new Date(now),
      formerSecret: webhook.secret,
      formerUntil: new Date(now + overlapHours * 60 * 60_000),
    })
    await recordAudit(dependencies, actor, {
      action: 'webhook.rotate-secret',
      target: { id: webhook.id, name: hostOfAddress(openUrl(dependencies, webhook)) },
    })
    return { secret }
  })
