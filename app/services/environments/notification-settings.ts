import type { EnvironmentNews } from '../../../core/news/news-kinds'
import { newsLabels } from '../../messages/news-labels'
import type { Told } from '../revisions/revision'

/** What of an environment people are mailed about, and what the webhook of the team is told. */
type NotificationSettings = {
  mailEvents: EnvironmentNews[]
  webhookEvents: EnvironmentNews[]
}

export const notificationSettings = ({
  mailEvents,
  webhookEvents,
}: NotificationSettings): NotificationSettings => ({ mailEvents, webhookEvents })

const tellEvents = (kinds: EnvironmentNews[]): string =>
  kinds.map((kind) => newsLabels[kind]).join(', ') || 'nothing'

export const toldNotificationSettings: Told<NotificationSettings> = {
  mailEvents: ['E-mails', tellEvents],
  webhookEvents: ['Webhook', tellEvents],
}
