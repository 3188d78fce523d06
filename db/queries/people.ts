import type { Sequelize } from 'sequelize'
import type { NewsKind } from '../../core/news/news-kinds'
import type { IntegrationToken } from '../models/integration-user'
import type { User } from '../models/user'
import { select, selectFirst } from '../sql'
import { hasAccepted, joinTermsInForce } from './terms'

type Person = Pick<User, 'id' | 'name' | 'email' | 'isAdmin' | 'verifiedAt' | 'forcePasswordChange'> & {
  hasAcceptedTerms: boolean
  /** Until when the invitation is good by which they may choose a password; null when there is none. */
  invitedUntil: Date | null
}

const selectPeople = `
  SELECT u.id, u.name, u.email, u.is_admin AS "isAdmin", u.verified_at AS "verifiedAt",
    u.force_password_change AS "forcePasswordChange", ${hasAccepted} AS "hasAcceptedTerms",
    (SELECT expires_at FROM invitations WHERE user_id = u.id) AS "invitedUntil"
  FROM users u ${joinTermsInForce}
  WHERE u.team_id = $2`

/** The people of a team, with whether they accepted the terms in force at `now`. */
export const listPeople = (sequelize: Sequelize, teamId: string, now: Date) =>
  select<Person>(sequelize, selectPeople, [now, teamId])

const selectIntegrations = 'SELECT id, name FROM integration_users WHERE team_id = $1 ORDER BY name'

/** The integrations of a team, by name. */
export const listIntegrations = (sequelize: Sequelize, teamId: string) =>
  select<{ id: string; name: string }>(sequelize, selectIntegrations, [teamId])

type Token = Pick<
  IntegrationToken,
  'id' | 'integrationUserId' | 'maskedToken' | 'createdAt' | 'expiresAt' | 'lastUsedAt'
>

const selectTokens = `
  SELECT t.id, t.integration_user_id AS "integrationUserId", t.masked_token AS "maskedToken", t.created_at AS "createdAt",
    t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt"
  FROM integration_tokens t JOIN integration_users i ON i.id = t.integration_user_id
  WHERE i.team_id = $1 ORDER BY t.created_at DESC, t.id`

/** The tokens of a team's integrations, newest first. */
export const listIntegrationTokens = (sequelize: Sequelize, teamId: string) =>
  select<Token>(sequelize, selectTokens, [teamId])

const selectRequesters = `
  SELECT id, name, 'human' AS kind FROM users WHERE id = ANY($1::uuid[])
  UNION ALL SELECT id, name, 'integration' FROM integration_users WHERE id = ANY($1::uuid[])`

interface Requester {
  id: string
  name: string
  kind: 'human' | 'integration'
}

/** People and integrations by their ids, whatever their team. */
export const listRequesters = (sequelize: Sequelize, ids: string[]) =>
  select<Requester>(sequelize, selectRequesters, [ids])

const selectAccount = `
  SELECT should_receive_announcements AS "shouldReceiveAnnouncements", unwanted_mails AS "unwantedMails",
    (SELECT name FROM teams WHERE id = u.team_id) AS "teamName",
    (SELECT count(*)::integer FROM aws_accounts WHERE team_id = u.team_id) AS "numAwsAccounts",
    (SELECT count(*)::integer FROM environments WHERE team_id = u.team_id) AS "numEnvironments"
  FROM users u WHERE id = $1`

interface Account {
  shouldReceiveAnnouncements: boolean
  unwantedMails: NewsKind[]
  teamName: string | null
  numAwsAccounts: number
  numEnvironments: number
}

/** A person's own choices, and what the team still has. */
export const findAccount = (sequelize: Sequelize, userId: string) =>
  selectFirst<Account>(sequelize, selectAccount, [userId])
