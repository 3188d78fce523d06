import { QueryTypes, type Sequelize } from 'sequelize'
import { WebhookDelivery } from '../models/webhook-delivery'

interface Claim {
  now: Date
  freeAt: Date
  /** Passes over teams whose receiver let us wait since then. */
  notSlowSince?: Date
}

/**
 * Takes a due message of the team that was served least lately, of a webhook at which no attempt is under way: one that is slow to answer
 * holds up its own messages, and many messages of one team those of no other. Until `freeAt` it is due for nobody else. Undefined when
 * none is due.
 */
export async function claimDueDelivery(
  sequelize: Sequelize,
  { now, freeAt, notSlowSince }: Claim,
): Promise<WebhookDelivery | undefined> {
  const [delivery] = await sequelize.query(
    `WITH taken AS (
       UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = :freeAt, is_claimed = true
       WHERE id = (
         SELECT due.id FROM webhook_deliveries AS due
           JOIN webhooks ON webhooks.id = due.webhook_id
           LEFT JOIN webhook_turns AS turns ON turns.team_id = webhooks.team_id
         WHERE delivered_at IS NULL AND failed_at IS NULL AND due_at <= :now AND NOT EXISTS (
           SELECT FROM webhook_deliveries AS other
           WHERE other.webhook_id = due.webhook_id AND other.is_claimed AND other.due_at > :now
             AND other.delivered_at IS NULL AND other.failed_at IS NULL
         ) AND (turns.slow_at IS NULL OR turns.slow_at < coalesce(:notSlowSince, 'infinity'::timestamptz))
         ORDER BY greatest(due.due_at, turns.attempted_at), due.due_at, due.id
         LIMIT 1 FOR UPDATE OF due SKIP LOCKED
       )
       RETURNING *
     ), turn AS (
       INSERT INTO webhook_turns (team_id, attempted_at)
         SELECT team_id, :now FROM webhooks WHERE id = (SELECT webhook_id FROM taken)
       ON CONFLICT (team_id) DO UPDATE SET attempted_at = excluded.attempted_at
     )
     SELECT * FROM taken`,
    {
      type: QueryTypes.SELECT,
      model: WebhookDelivery,
      mapToModel: true,
      replacements: { now, freeAt, notSlowSince: notSlowSince ?? null },
    },
  )
  return delivery
}

/** Notes that the receiver of the webhook's team let us wait. */
export const recordSlowReceiver = async (
  sequelize: Sequelize,
  webhookId: string,
  now: Date,
): Promise<void> => {
  await sequelize.query(
    `UPDATE webhook_turns SET slow_at = :now WHERE team_id = (SELECT team_id FROM webhooks WHERE id = :webhookId)`,
    { replacements: { now, webhookId } },
  )
}
