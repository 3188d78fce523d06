import { Op } from 'sequelize'
import { User } from '../../../db/models/user'
import { Webhook } from '../../../db/models/webhook'
import { newsMail } from '../../mail/news-mail'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { queueDelivery } from '../webhooks/queue-delivery'
import type { News, NewsOrigin } from './news'

/** Where somebody says which mails they get. */
const settingsPath = '/portal/account#mails'

/** Queues mails and the message of the webhook, as they were chosen; in the transaction that marks the news as told. */
export async function spreadNews(dependencies: Dependencies, origin: NewsOrigin, news: News): Promise<void> {
  if (isMailed(origin)) await mailPeople(dependencies, origin, news)
  await tellWebhook(dependencies, origin, news)
}

const environmentFact = (origin: NewsOrigin): Record<string, string> =>
  'environment' in origin ? { Environment: origin.environment.name } : {}

const isMailed = (origin: NewsOrigin): boolean =>
  !('environment' in origin) || origin.environment.mailEvents.includes(origin.kind)

async function mailPeople(
  dependencies: Dependencies,
  origin: NewsOrigin,
  { teamId, path, alsoTo = [], except = [], facts = {}, output = [], ...said }: News,
): Promise<void> {
  const people = await User.findAll({
    where: {
      teamId,
      verifiedAt: { [Op.ne]: null },
      id: { [Op.notIn]: except },
      [Op.or]: [{ isAdmin: true }, { id: alsoTo }],
      [Op.not]: { unwantedMails: { [Op.contains]: [origin.kind] } },
    },
    order: ['id'],
  })
  const page = dependencies.publicUrl + path
  const settings = dependencies.publicUrl + settingsPath
  const news = { ...said, output, facts: { ...environmentFact(origin), ...facts } }
  for (const owner of people)
    await queueMail(dependencies, owner.email, newsMail(news, { owner, page, settings }), teamId)
}

async function tellWebhook(
  dependencies: Dependencies,
  origin: NewsOrigin,
  { teamId, path, headline, details, facts = {}, output = [], data }: News,
): Promise<void> {
  const webhook = await Webhook.findOne({ where: { teamId } })
  if (!webhook || !isWanted(origin, webhook)) return
  const page = dependencies.publicUrl + path
  const { kind } = origin
  const environment = 'environment' in origin && {
    environment: { id: origin.environment.id, name: origin.environment.name },
  }
  await queueDelivery(dependencies, webhook, {
    kind,
    headline,
    page,
    // The headline names the environment; what may be cut off as too long comes last.
    details: [...Object.entries(facts).map(([label, value]) => `${label}: ${value}`), details, ...output]
      .filter(Boolean)
      .join('\n'),
    data: { ...environment, ...data },
  })
}

const isWanted = (origin: NewsOrigin, webhook: Webhook): boolean =>
  'environment' in origin
    ? origin.environment.webhookEvents.includes(origin.kind)
    : webhook.teamEvents.includes(origin.kind)
