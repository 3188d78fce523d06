import { QueryTypes, type Sequelize } from 'sequelize'
import { MailMessage } from '../models/mail-message'
import { select } from '../sql'

/**
 * Takes the mail that is due longest; news of the team that was served least lately, so that many of one team hold up nobody else's mail.
 * Until `freeAt` it is due for nobody else. Undefined when none is due.
 */
export async function claimDueMail(
  sequelize: Sequelize,
  { now, freeAt }: { now: Date; freeAt: Date },
): Promise<MailMessage | undefined> {
  const [mail] = await sequelize.query(
    `WITH taken AS (
       UPDATE mail_messages SET attempts = attempts + 1, due_at = :freeAt, failure = NULL
       WHERE id = (
         SELECT due.id FROM mail_messages AS due LEFT JOIN mail_turns AS turns ON turns.team_id = due.team_id
         WHERE sent_at IS NULL AND failed_at IS NULL AND handed_over_at IS NULL AND due_at <= :now
         ORDER BY greatest(due_at, turns.attempted_at), due_at, due.id LIMIT 1 FOR UPDATE OF due SKIP LOCKED
       )
       RETURNING *
     ), turn AS (
       INSERT INTO mail_turns (team_id, attempted_at) SELECT team_id, :now FROM taken WHERE team_id IS NOT NULL
       ON CONFLICT (team_id) DO UPDATE SET attempted_at = excluded.attempted_at
     )
     SELECT * FROM taken`,
    { type: QueryTypes.SELECT, model: MailMessage, mapToModel: true, replacements: { now, freeAt } },
  )
  return mail
}

const selectWaiting = `
  SELECT count(*)::int AS count, min(created_at) AS "oldestAt" FROM mail_messages
  WHERE sent_at IS NULL AND failed_at IS NULL`

/** How many mails were neither sent nor given up, and since when the oldest of them waits. */
export async function countWaitingMails(
  sequelize: Sequelize,
): Promise<{ count: number; oldestAt: Date | null }> {
  const [row] = await select<{ count: number; oldestAt: Date | null }>(sequelize, selectWaiting)
  return row ?? { count: 0, oldestAt: null }
}
