import { environmentNews, type EnvironmentNews } from '../../../core/news/news-kinds'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

interface SetNotificationsInput {
  id: string
  /** All that is to be mailed, and all that the webhook is to be told; null for nothing. Left out, it stays. */
  mailEvents?: EnvironmentNews[] | null
  webhookEvents?: EnvironmentNews[] | null
}

/** Says what of an environment people are mailed about, and what the team's webhook is told. */
export const setNotifications = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, mailEvents, webhookEvents }: SetNotificationsInput,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    const before = { mailEvents: environment.mailEvents, webhookEvents: environment.webhookEvents }
    const after = {
      mailEvents: mailEvents === undefined ? before.mailEvents : inOrder(mailEvents ?? []),
      webhookEvents: webhookEvents === undefined ? before.webhookEvents : inOrder(webhookEvents ?? []),
    }
    await environment.update(after)
    await recordAudit(dependencies, actor, {
      action: 'environment.set-notifications',
      target: environment,
      before,
      after,
    })
    return success
  })

const inOrder = (chosen: EnvironmentNews[]): EnvironmentNews[] =>
  environmentNews.filter((kind) => chosen.includes(kind))
