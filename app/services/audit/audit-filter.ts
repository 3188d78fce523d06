import { col, fn, Op, where, type WhereOptions } from 'sequelize'
import { auditActions, auditRetentionDays } from '../../../core/audit-actions'
import { invalid } from '../../../core/errors'
import type { AuditEntry } from '../../../db/models/audit-entry'

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

/** The rows of a team that `filter` lets through, none older than the retention. @throws DomainError `invalid` */
export function whereAudited(
  teamId: string,
  { action = '', who = '', target = '', from = '', to = '' }: AuditFilter,
  now: number,
): WhereOptions<AuditEntry> {
  if (action && !auditActions.some((known) => known === action))
    throw invalid('This action is not known.', { action: 'This action is not known.' })
  const oldest = now - auditRetentionDays * dayMilliseconds
  return {
    teamId,
    ...(action && { action }),
    [Op.and]: [
      { createdAt: { [Op.gte]: new Date(from ? Math.max(oldest, startOf(from, 'from')) : oldest) } },
      ...(to ? [{ createdAt: { [Op.lt]: new Date(startOf(to, 'to') + dayMilliseconds) } }] : []),
      ...(who ? [contains('actor_name', who)] : []),
      ...(target ? [contains('target_name', target)] : []),
    ],
  }
}

const contains = (column: string, text: string) =>
  where(fn('strpos', fn('lower', col(column)), fn('lower', text.trim())), Op.gt, 0)

function startOf(day: string, field: string): number {
  const epoch = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(epoch))
    throw invalid('Write days as 2026-11-20.', { [field]: 'Write days as 2026-11-20.' })
  return epoch
}
