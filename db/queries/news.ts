import type { Sequelize } from 'sequelize'
import type { LoggedNews } from '../../core/news/news-kinds'
import { select } from '../sql'

const untold = 'line.news IS NOT NULL AND line.told_at IS NULL'

const selectUntold = `
  SELECT DISTINCT line.environment_id AS "environmentId", line.news FROM log_messages AS line
  WHERE ${untold} AND NOT EXISTS (
    SELECT FROM log_messages AS other
    WHERE other.environment_id = line.environment_id AND other.news = line.news AND other.told_at > $1
  )
  LIMIT $2`

/** Environments with lines that people may be told of, and what they are, where none of the kind was told since `quietSince`. */
export const listUntoldNews = (sequelize: Sequelize, quietSince: Date, limit: number) =>
  select<{ environmentId: string; news: LoggedNews }>(sequelize, selectUntold, [quietSince, limit])

interface ToldLine {
  sequence: number
  message: string
  /** Null of what was logged before lines had codes. */
  code: string | null
}

const markTold = `
  UPDATE log_messages AS line SET told_at = $3
  WHERE ${untold} AND line.environment_id = $1 AND line.news = $2
  RETURNING line.sequence, line.message, line.code`

/** Marks all lines of a kind as told, and gives them, oldest first. */
export const markLinesTold = async (
  sequelize: Sequelize,
  { environmentId, news }: { environmentId: string; news: LoggedNews },
  now: Date,
): Promise<ToldLine[]> => {
  const lines = await select<ToldLine>(sequelize, markTold, [environmentId, news, now])
  return lines.sort((a, b) => a.sequence - b.sequence)
}
