import type { Sequelize } from 'sequelize'
import { select } from '../sql'

/** The kinds of things that open something after the session that made them has ended, and the entry of the audit log that says who did. */
const kinds = {
  token: { action: 'integration-token.create', table: 'integration_tokens' },
  trust: { action: 'integration-trust.create', table: 'integration_trusts' },
  person: { action: 'user.create', table: 'users' },
  webhook: { action: 'webhook.create', table: 'webhooks' },
} as const
export type LastingKind = keyof typeof kinds

export interface MadeThing {
  kind: LastingKind
  id: string
  name: string
  createdAt: Date
}

const selectMade = `${Object.entries(kinds)
  .map(
    ([kind, { action, table }]) => `
  SELECT '${kind}' AS kind, a.target_id AS id, a.target_name AS name, a.created_at AS "createdAt"
  FROM audit_entries a JOIN ${table} made ON made.id = a.target_id
  WHERE a.team_id = $1 AND a.actor_id = $2 AND a.created_at >= $3 AND a.action = '${action}'`,
  )
  .join(' UNION ALL ')}
  ORDER BY "createdAt" DESC, id LIMIT $4`

/** The newest things that a person of the team made since `since` and that are still there, newest first. */
export const listMadeThings = (
  sequelize: Sequelize,
  { teamId, userId, since, limit }: { teamId: string; userId: string; since: Date; limit: number },
) => select<MadeThing>(sequelize, selectMade, [teamId, userId, since, limit])
