import type { EnvironmentNews, TeamNews } from '../../../core/news/news-kinds'
import type { Environment } from '../../../db/models/environment'

/** Something to tell people and programs of a team: mails and the webhook say the same of it. */
export interface News {
  teamId: string
  /** Address of the page that tells more, without the portal's, and the text of a link to it. */
  path: string
  link: string
  /** A sentence without its full stop. */
  headline: string
  /** Why, and what follows, where there is more to say. */
  details: string
  /** What it is about, by label. Its environment stands before them. */
  facts?: Record<string, string>
  /** Last lines of the process that it is about, oldest first, secrets masked. */
  output?: string[]
  /** All of it again, for programs. */
  data: Record<string, unknown>
  /** Ids of people who are mailed though they are no admins, and of those who are not though they are. */
  alsoTo?: string[]
  except?: string[]
}

/** Where it happened decides who says what is told: the environment, or each person and the webhook. */
export type NewsOrigin = { kind: EnvironmentNews; environment: Environment } | { kind: TeamNews }
