import { auditActions, auditRetentionDays } from './audit-actions'
import { invalid } from '../../../core/errors'

/** Which entries are asked for. What is left out, or empty, lets everything through. */
export interface AuditFilter {
  action?: string
  /** Part of the name or e-mail of who did it. */
  who?: string
  /** Part of the name of what it was done to. */
  target?: string
  /** First day, `2026-11-20`, in UTC. */
  from?: string
  /** Last day. */
  to?: string
}

const dayMilliseconds = 24 * 60 * 60_000

/** The entries that the values of `auditedValues` let through, newest first. */
export const selectAudited = `
  SELECT id, created_at AS "createdAt", actor_kind AS "actorKind", actor_id AS "actorId", actor_name AS "actorName", action,
    target_id AS "targetId", target_name AS "targetName", before, after, request_id AS "requestId",
    source_address AS "sourceAddress"
  FROM audit_entries
  WHERE team_id = $1 AND created_at >= $2 AND ($3::timestamptz IS NULL OR created_at < $3)
    AND ($4::text = '' OR action = $4)
    AND ($5::text = '' OR strpos(lower(actor_name), lower($5)) > 0)
    AND ($6::text = '' OR strpos(lower(target_name), lower($6)) > 0)
    AND ($7::bigint IS NULL OR id < $7)
  ORDER BY id DESC`

/** For a team's rows that `filter` lets through, older than `beforeId` and none older than the retention. @throws DomainError `invalid` */
export function auditedValues(
  teamId: string,
  {
    action = '',
    who = '',
    target = '',
    from = '',
    to = '',
    beforeId = '',
  }: AuditFilter & { beforeId?: string },
  now: number,
): unknown[] {
  if (action && !auditActions.some((known) => known === action))
    throw invalid('This action is not known.', { action: 'This action is not known.' })
  if (!/^\d{0,18}$/.test(beforeId)) throw invalid('beforeId is not the id of an entry.')
  const oldest = now - auditRetentionDays * dayMilliseconds
  return [
    teamId,
    new Date(from ? Math.max(oldest, startOf(from, 'from')) : oldest),
    to ? new Date(startOf(to, 'to') + dayMilliseconds) : null,
    action,
    who.trim(),
    target.trim(),
    beforeId || null,
  ]
}

function startOf(day: string, field: string): number {
  const epoch = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(epoch))
    throw invalid('Write days as 2026-11-20.', { [field]: 'Write days as 2026-11-20.' })
  return epoch
}
