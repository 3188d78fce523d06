import { AuditEntry } from '../../db/models/audit-entry'

/** How many entries the audit log of all teams has, of those that match. */
export const countAuditEntries = (
  where: Partial<Pick<AuditEntry, 'action' | 'actorKind' | 'actorName'>> = {},
): Promise<number> => AuditEntry.count({ where })

/** Everything that the audit log holds, as text. */
export const readAuditLog = async (): Promise<string> =>
  JSON.stringify(await AuditEntry.findAll({ raw: true }))
