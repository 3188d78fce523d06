import { literal, Op } from 'sequelize'
import { auditRetentionDays } from './audit-actions'
import { AuditEntry } from '../../../db/models/audit-entry'

/** Entries that are removed at a time, so that nobody has to wait for years of them. */
const batch = 1000

/**
 * Removes entries that are past their retention. The database's own clock decides, as in the trigger that refuses
 * younger ones. Several may do it at once: each skips what another one is removing.
 */
export const removeExpiredAuditEntries = (): Promise<number> =>
  AuditEntry.destroy({
    where: {
      id: {
        [Op.in]: literal(
          `(SELECT id FROM audit_entries WHERE created_at < now() - interval '${auditRetentionDays} days' ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
        ),
      },
    },
  })
