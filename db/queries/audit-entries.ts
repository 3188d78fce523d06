import { Op, literal, type Sequelize } from 'sequelize'
import { AuditEntry } from '../models/audit-entry'
import { select } from '../sql'

/** Criteria of entries; an empty text lets everything through. */
export interface AuditCriteria {
  teamId: string
  since: Date
  before: Date | null
  action: string
  /** Part of the name or e-mail of who did it. */
  who: string
  /** Part of the name of what it was done to. */
  target: string
  beforeId: string | null
}

const selectEntries = `
  SELECT id, created_at AS "createdAt", actor_kind AS "actorKind", actor_id AS "actorId", actor_name AS "actorName", action,
    target_id AS "targetId", target_name AS "targetName", before, after, request_id AS "requestId",
    source_address AS "sourceAddress"
  FROM audit_entries
  WHERE team_id = $1 AND created_at >= $2 AND ($3::timestamptz IS NULL OR created_at < $3)
    AND ($4::text = '' OR action = $4)
    AND ($5::text = '' OR strpos(lower(actor_name), lower($5)) > 0)
    AND ($6::text = '' OR strpos(lower(target_name), lower($6)) > 0)
    AND ($7::bigint IS NULL OR id < $7)
  ORDER BY id DESC LIMIT $8`

/** The newest entries that `criteria` let through, newest first. */
export const listAuditEntries = (sequelize: Sequelize, criteria: AuditCriteria, limit: number) => {
  const { teamId, since, before, action, who, target, beforeId } = criteria
  const values = [teamId, since, before, action, who, target, beforeId, limit]
  return select<AuditEntry>(sequelize, selectEntries, values)
}

interface ActsPage {
  teamId: string
  environmentId: string
  since: Date
  before: Date | null
  limit: number
}

const selectActs = `
  SELECT id, created_at AS "createdAt", actor_kind AS "actorKind", actor_name AS "actorName", action,
    target_name AS "targetName", before, after
  FROM audit_entries
  WHERE team_id = $1 AND created_at >= $3 AND ($4::timestamptz IS NULL OR created_at < $4)
    AND target_id IN (
      SELECT $2::uuid UNION ALL
      SELECT id FROM deployments
      WHERE environment_id = $2::uuid AND (approved_by IS NOT NULL OR declined_by IS NOT NULL)
    )
    AND action NOT IN ('deployment.queue', 'deployment.stop', 'deployment.supersede')
  ORDER BY created_at DESC, id DESC LIMIT $5`

type Act = Pick<
  AuditEntry,
  'id' | 'createdAt' | 'actorKind' | 'actorName' | 'action' | 'targetName' | 'before' | 'after'
>

/** Acts on an environment, and decisions on its deployments, newest first. */
export const listActs = (sequelize: Sequelize, { teamId, environmentId, since, before, limit }: ActsPage) =>
  select<Act>(sequelize, selectActs, [teamId, environmentId, since, before, limit])

const selectExaminations = `
  SELECT id, trace_id AS "traceId", actor_name AS "actorName" FROM audit_entries
  WHERE target_id = $1 AND action = 'environment.correct' AND trace_id = ANY($2)`

/** Who asked for the examinations of an environment that have one of these traces. */
export const listExaminations = (sequelize: Sequelize, environmentId: string, traceIds: string[]) =>
  select<Pick<AuditEntry, 'id' | 'actorName'> & { traceId: string }>(sequelize, selectExaminations, [
    environmentId,
    traceIds,
  ])

/**
 * Removes the oldest entries of more than `days` days. The database's own clock decides, as in the trigger that refuses
 * younger ones. Several may do it at once: each skips what another one is removing.
 */
export const removeAuditEntries = (days: number, limit: number): Promise<number> =>
  AuditEntry.destroy({
    where: {
      id: {
        [Op.in]: literal(
          `(SELECT id FROM audit_entries WHERE created_at < now() - interval '${days} days' ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
        ),
      },
    },
  })
