import type { Attributes, Model } from 'sequelize'
import type { Clock } from '../../../core/time/clock'
import type { AuditAction } from './audit-actions'
import type { Facts } from './cut-facts'
import { recordAudit, type AuditActor } from './record-audit'

/** Changes fields of a row, and adds to the audit log of the actor's team what they were and what they are. */
export async function updateRecorded<Row extends Model & { id: string; name: string }>(
  dependencies: { clock: Pick<Clock, 'now'> },
  actor: AuditActor,
  { action, row, to }: { action: AuditAction; row: Row; to: Partial<Attributes<Row>> },
): Promise<void> {
  const known: Facts = row.get()
  const before = Object.fromEntries(Object.keys(to).map((field) => [field, known[field]]))
  await row.update(to)
  await recordAudit(dependencies, actor, { action, target: row, before, after: to })
}
