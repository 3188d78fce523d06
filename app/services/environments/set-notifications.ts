import { environmentNews, type EnvironmentNews } from '../../../core/news/news-kinds'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { updateRecorded } from '../audit/update-recorded'
import type { Dependencies } from '../dependencies'
import { requireRevision } from '../revisions/revision'
import { notificationSettings, toldNotificationSettings } from './notification-settings'

interface SetNotificationsInput {
  id: string
  /** All that is to be mailed, and all that the webhook is to be told; null for nothing. Left out, it stays. */
  mailEvents?: EnvironmentNews[] | null
  webhookEvents?: EnvironmentNews[] | null
  /** The one that both were read at. */
  revision?: string
}

/**
 * Says what of an environment people are mailed about, and what the team's webhook is told.
 *
 * @throws DomainError `conflict` when somebody changed it since `revision`
 */
export const setNotifications = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, mailEvents, webhookEvents, revision }: SetNotificationsInput,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    const before = notificationSettings(environment)
    const wanted = {
      mailEvents: mailEvents === undefined ? undefined : inOrder(mailEvents ?? []),
      webhookEvents: webhookEvents === undefined ? undefined : inOrder(webhookEvents ?? []),
    }
    requireRevision(revision, before, wanted, toldNotificationSettings)
    const to = {
      mailEvents: wanted.mailEvents ?? before.mailEvents,
      webhookEvents: wanted.webhookEvents ?? before.webhookEvents,
    }
    const action = 'environment.set-notifications'
    await updateRecorded(dependencies, actor, { action, row: environment, to })
    return success
  })

const inOrder = (chosen: EnvironmentNews[]): EnvironmentNews[] =>
  environmentNews.filter((kind) => chosen.includes(kind))
