import type { Sequelize } from 'sequelize'
import type { IntegrationTrust } from '../models/integration-user'
import { execute, select, selectFirst } from '../sql'

/** Notes that a token was used. @returns whether it is the first time */
export async function useIdentityOnce(sequelize: Sequelize, digest: string, until: Date): Promise<boolean> {
  const sql =
    'INSERT INTO used_identities (digest, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING digest'
  return (await selectFirst(sequelize, sql, [digest, until])) !== undefined
}

/** Forgets the tokens that are refused for their age. Several may do it at once: each skips what another one is removing. */
export const removeUsedIdentities = (sequelize: Sequelize, now: Date) =>
  execute(
    sequelize,
    `DELETE FROM used_identities WHERE digest = ANY (ARRAY
       (SELECT digest FROM used_identities WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED))`,
    [now],
  )

type Trust = Pick<
  IntegrationTrust,
  | 'id'
  | 'integrationUserId'
  | 'issuer'
  | 'subject'
  | 'audience'
  | 'environment'
  | 'lastUsedAt'
  | 'lastSubject'
  | 'createdAt'
>

const selectTrusts = `
  SELECT t.id, t.integration_user_id AS "integrationUserId", t.issuer, t.subject, t.audience, t.environment,
    t.last_used_at AS "lastUsedAt", t.last_subject AS "lastSubject", t.created_at AS "createdAt"
  FROM integration_trusts t JOIN integration_users i ON i.id = t.integration_user_id
  WHERE i.team_id = $1 ORDER BY t.created_at DESC, t.id`

/** Trusts of a team's integrations, newest first. */
export const listIntegrationTrusts = (sequelize: Sequelize, teamId: string) =>
  select<Trust>(sequelize, selectTrusts, [teamId])
