import { messages } from '../../messages/messages'
import { auditActions, auditRetentionDays } from './audit-actions'
import { invalid } from '../../../core/errors'
import type { AuditCriteria } from '../../../db/queries/audit-entries'
import { dayMilliseconds } from '../../../core/time/durations'

/** Filter of audit entries. A field that is left out, or empty, lets everything through. */
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

/** Criteria for a team's rows that `filter` lets through, older than `beforeId` and none older than the retention. @throws DomainError `invalid` */
export function auditCriteria(
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
): AuditCriteria {
  if (action && !auditActions.some((known) => known === action))
    throw invalid(messages.auditActionUnknown, { action: messages.auditActionUnknown })
  if (!/^\d{0,18}$/.test(beforeId)) throw invalid(messages.auditEntryUnknown)
  const oldest = now - auditRetentionDays * dayMilliseconds
  return {
    teamId,
    since: new Date(from ? Math.max(oldest, startOf(from, 'from')) : oldest),
    before: to ? new Date(startOf(to, 'to') + dayMilliseconds) : null,
    action,
    who: who.trim(),
    target: target.trim(),
    beforeId: beforeId || null,
  }
}

function startOf(day: string, field: string): number {
  const epoch = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(epoch)) throw invalid(messages.dayWrong, { [field]: messages.dayWrong })
  return epoch
}
