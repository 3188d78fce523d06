import { removeAuditEntries } from '../../../db/queries/audit-entries'
import { auditRetentionDays } from './audit-actions'

/** Entries that are removed at a time, so that nobody has to wait for years of them. */
const batch = 1000

/** Removes entries that are past their retention. */
export const removeExpiredAuditEntries = (): Promise<number> => removeAuditEntries(auditRetentionDays, batch)
