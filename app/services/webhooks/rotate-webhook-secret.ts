import { createWebhookSecret } from '../../webhook/sign'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { hostOfAddress } from './require-address'
import { lockWebhook } from '../access/lock-webhook'
import { openUrl, sealFor } from './webhook-secrets'

/** For so long messages are signed with the former secret as well, so that receivers can change over. */
export const overlapHours = 24

/** Makes another secret of the team's webhook. This answer is the only copy of it. */
export const rotateWebhookSecret = (
  dependencies: Dependencies,
  actor: HumanActor,
): Promise<{ secret: string }> =>
  authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
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
