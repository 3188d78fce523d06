import type { EnvironmentNews, TeamNews } from '../../../core/news/news-kinds'
import type { Environment } from '../../../db/models/environment'
import type { NewsWords } from '../../mail/news-mail'

/** Something to tell people and programs of a team. */
export interface News {
  teamId: string
  /** Address of the page that tells more, without the portal's. */
  path: string
  /** Words of mails, without names. */
  words: NewsWords
  /** Payload of the team's webhook: a sentence, more where there is more, and both again for programs. */
  headline: string
  details: string
  data: Record<string, unknown>
  /** Ids of people who are mailed though they are no admins, and of those who are not though they are. */
  alsoTo?: string[]
  except?: string[]
}

/** Where it happened decides who says what is told: the environment, or each person and the webhook. */
export type NewsOrigin = { kind: EnvironmentNews; environment: Environment } | { kind: TeamNews }
