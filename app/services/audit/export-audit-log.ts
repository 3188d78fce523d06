import type { AuditEntry } from '../../../db/models/audit-entry'
import { listAuditEntries } from '../../../db/queries/audit-entries'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { auditCriteria, type AuditFilter } from './audit-filter'
import { toCsv } from './to-csv'

/** Entries that one file holds at most; who needs more asks for it month by month. */
const limit = 10_000

const header = [
  'time',
  'actor kind',
  'actor id',
  'actor',
  'action',
  'target id',
  'target',
  'before',
  'after',
  'request id',
  'source address',
]

/** The audit log as a CSV file: the newest 10,000 entries that the filter lets through. */
export async function exportAuditLog(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  filter: AuditFilter,
): Promise<string> {
  requireAccess(actor, 'admin')
  const criteria = auditCriteria(actor.teamId, filter, clock.now())
  const entries = await listAuditEntries(sequelize, criteria, limit)
  return toCsv([header, ...entries.map(toRow)])
}

const toRow = (entry: AuditEntry): string[] => [
  entry.createdAt.toISOString(),
  entry.actorKind,
  entry.actorId ?? '',
  entry.actorName,
  entry.action,
  entry.targetId,
  entry.targetName,
  entry.before ? JSON.stringify(entry.before) : '',
  entry.after ? JSON.stringify(entry.after) : '',
  entry.requestId ?? '',
  entry.sourceAddress ?? '',
]
