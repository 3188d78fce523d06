import { countWaitingMails } from '../../../db/queries/mails'
import type { Dependencies } from '../dependencies'

/** Shows in the metrics what waits to be mailed. */
export async function measureMails({ sequelize, clock, metrics }: Dependencies): Promise<void> {
  try {
    const { count, oldestAt } = await countWaitingMails(sequelize)
    const longestSeconds = oldestAt ? Math.max(0, clock.now() - oldestAt.getTime()) / 1000 : 0
    metrics?.showWaitingMails({ count, longestSeconds })
  } catch (error) {
    metrics?.showWaitingMails(undefined)
    throw error
  }
}
