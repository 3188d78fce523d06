import { QueryTypes, type Sequelize } from 'sequelize'
import { WebhookDelivery } from '../models/webhook-delivery'
import { selectFirst } from '../sql'

/**
 * Takes the message that is due longest, of a webhook at which no attempt is under way: one that is slow to answer holds up its own
 * messages. Until `freeAt` it is due for nobody else. Undefined when none is due.
 */
export async function claimDueDelivery(
  sequelize: Sequelize,
  { now, freeAt }: { now: Date; freeAt: Date },
): Promise<WebhookDelivery | undefined> {
  const [delivery] = await sequelize.query(
    `UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = :freeAt, is_claimed = true
     WHERE id = (
       SELECT id FROM webhook_deliveries AS due
       WHERE delivered_at IS NULL AND failed_at IS NULL AND due_at <= :now AND NOT EXISTS (
         SELECT FROM webhook_deliveries AS other
         WHERE other.webhook_id = due.webhook_id AND other.is_claimed AND other.due_at > :now
           AND other.delivered_at IS NULL AND other.failed_at IS NULL
       )
       ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING *`,
    { type: QueryTypes.SELECT, model: WebhookDelivery, mapToModel: true, replacements: { now, freeAt } },
  )
  return delivery
}

const deleteSettled = `
  WITH gone AS (
    DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY (
      SELECT id FROM webhook_deliveries WHERE coalesce(delivered_at, failed_at) < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes messages that were delivered or given up before `until`. @returns how many */
export const removeDeliveries = async (sequelize: Sequelize, until: Date, limit: number): Promise<number> =>
  (await selectFirst<{ count: number }>(sequelize, deleteSettled, [until, limit]))?.count ?? 0
