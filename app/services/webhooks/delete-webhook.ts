import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { hostOfAddress } from './require-address'
import { openUrl } from './webhook-secrets'
import { lockWebhook } from '../access/own'

/** Removes the team's webhook, with whatever waits for it. */
export const deleteWebhook = (dependencies: Dependencies, actor: HumanActor): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
    const webhook = await lockWebhook(actor)
    await recordAudit(dependencies, actor, {
      action: 'webhook.delete',
      target: { id: webhook.id, name: hostOfAddress(openUrl(dependencies, webhook)) },
    })
    await webhook.destroy()
    return success
  })
