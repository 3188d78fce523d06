import { teamNews, type TeamNews } from '../../../core/news/news-kinds'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { lastingWrite } from '../passwords/lasting-write'
import { hostOfAddress, requireAddress } from './require-address'
import { requireRevision } from '../revisions/revision'
import { openUrl, sealFor } from './webhook-secrets'
import { toldWebhookSettings, webhookSettings } from './webhook-settings'
import { lockWebhook } from '../access/own'

interface EditWebhookInput {
  /** New address; waiting deliveries go there as well. Left out, it stays. */
  url?: string
  /** Events of the whole team that it is told; null for none. Left out, they stay. */
  teamEvents?: TeamNews[] | null
  /** The one that both were read at. */
  revision?: string
  /** For another address; may be absent soon after logging in. */
  currentPassword?: string
}

/** Changes where a team's webhook is, and what of the whole team it is told. @throws DomainError `conflict` when somebody changed it since `revision`; for another address as `lastingWrite` */
export async function editWebhook(
  dependencies: Dependencies,
  actor: HumanActor,
  input: EditWebhookInput,
): Promise<Success> {
  const url = input.url === undefined ? undefined : requireAddress(dependencies, input.url)
  const edit = async (actor: HumanActor) => {
    const webhook = await lockWebhook(actor)
    const hostBefore = hostOfAddress(openUrl(dependencies, webhook))
    const before = { host: hostBefore, teamEvents: webhook.teamEvents }
    const present = webhookSettings(dependencies, webhook)
    const { teamEvents } = input
    webhook.set({
      ...(url !== undefined && { url: sealFor(dependencies, webhook.id, 'url', url) }),
      ...(teamEvents !== undefined && { teamEvents: teamNews.filter((kind) => teamEvents?.includes(kind)) }),
    })
    const after = webhookSettings(dependencies, webhook)
    const wanted = {
      url: url === undefined ? undefined : after.url,
      teamEvents: teamEvents === undefined ? undefined : after.teamEvents,
    }
    requireRevision(input.revision, present, wanted, toldWebhookSettings)
    await webhook.save()
    const host = url === undefined ? hostBefore : hostOfAddress(url)
    await recordAudit(dependencies, actor, {
      action: 'webhook.edit',
      target: { id: webhook.id, name: host },
      before,
      after: { host, teamEvents: webhook.teamEvents },
    })
    return success
  }
  return url === undefined
    ? authorizedWrite(dependencies, actor, { access: 'admin' }, edit)
    : lastingWrite(dependencies, actor, { access: 'admin', currentPassword: input.currentPassword }, edit)
}
