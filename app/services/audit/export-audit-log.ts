import type { AuditEntry } from '../../../db/models/audit-entry'
import { listAuditEntries, type AuditCriteria } from '../../../db/queries/audit-entries'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { auditCriteria, type AuditFilter } from './audit-filter'
import { toCsv } from './to-csv'

/** Entries that one file holds at most; who needs more asks for it month by month. */
const limit = 10_000

/** Entries that are held at a time: however many the file has, it takes no more memory than these. */
const pieceLength = 50

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

/** The audit log as a CSV file, piece by piece: the newest 10,000 entries that the filter lets through. @throws DomainError `forbidden`, `invalid` */
export async function exportAuditLog(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  filter: AuditFilter,
): Promise<AsyncGenerator<string>> {
  requireAccess(actor, 'admin')
  const criteria = auditCriteria(actor.teamId, filter, clock.now())
  return writePieces((before) => listAuditEntries(sequelize, { ...criteria, ...before }, pieceLength))
}

/** Each piece goes on where the one before ended, whatever was added to the log meanwhile. */
async function* writePieces(
  read: (before: Partial<Pick<AuditCriteria, 'beforeId'>>) => Promise<AuditEntry[]>,
): AsyncGenerator<string> {
  let entries = await read({})
  yield toCsv([header, ...entries.map(toRow)])
  for (
    let written = entries.length;
    entries.length === pieceLength && written < limit;
    written += entries.length
  ) {
    entries = await read({ beforeId: entries.at(-1)?.id ?? null })
    if (entries.length > 0) yield toCsv(entries.map(toRow))
  }
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
