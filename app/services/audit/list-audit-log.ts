import { z } from 'zod'
import type { AuditEntry } from '../../../db/models/audit-entry'
import { listAuditEntries } from '../../../db/queries/audit-entries'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { auditRetentionDays } from './audit-actions'
import { auditCriteria, type AuditFilter } from './audit-filter'

/** Whatever its action names. */
const factsSchema = z.looseObject({}).nullable()

const auditEntrySchema = z.object({
  id: z.string(),
  createdEpoch: z.int(),
  actorKind: z.enum(['human', 'integration', 'anonymous', 'system']),
  /** Null for somebody unknown, and for SDO itself. */
  actorId: z.string().nullable(),
  actorName: z.string(),
  action: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  before: factsSchema,
  after: factsSchema,
  requestId: z.string().nullable(),
  sourceAddress: z.string().nullable(),
})
export type AuditEntryJson = z.infer<typeof auditEntrySchema>

export const auditLogSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** Pass it as `beforeId` to get the entries that follow; null at the end. */
  nextBeforeId: z.string().nullable(),
  retentionDays: z.int(),
})
type AuditLog = z.infer<typeof auditLogSchema>

const pageLength = 100

/** The entries of the actor's team, newest first, a page at a time. @throws DomainError `forbidden`, `invalid` */
export async function listAuditLog(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  filter: AuditFilter & { beforeId?: string },
): Promise<AuditLog> {
  requireAccess(actor, 'admin')
  const criteria = auditCriteria(actor.teamId, filter, clock.now())
  const entries = await listAuditEntries(sequelize, criteria, pageLength + 1)
  const shown = entries.slice(0, pageLength)
  return {
    entries: shown.map(toAuditEntryJson),
    nextBeforeId: entries.length > pageLength ? (shown.at(-1)?.id ?? null) : null,
    retentionDays: auditRetentionDays,
  }
}

const toAuditEntryJson = (entry: AuditEntry): AuditEntryJson => ({
  id: entry.id,
  createdEpoch: entry.createdAt.getTime(),
  actorKind: entry.actorKind,
  actorId: entry.actorId,
  actorName: entry.actorName,
  action: entry.action,
  targetId: entry.targetId,
  targetName: entry.targetName,
  before: entry.before,
  after: entry.after,
  requestId: entry.requestId,
  sourceAddress: entry.sourceAddress,
})
