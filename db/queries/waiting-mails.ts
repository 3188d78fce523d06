import type { Sequelize } from 'sequelize'
import { select } from '../sql'

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
