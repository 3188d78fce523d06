import type { Sequelize } from 'sequelize'
import { expect } from 'vitest'

/** Begins both while the row `id` of `table` is locked, so that `first` is done with it before `second` sees it. */
export async function oneBeforeTheOther<Result>(
  sequelize: Sequelize,
  { table, id }: { table: string; id: string },
  first: () => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<Result> {
  const lock = await sequelize.transaction()
  await sequelize.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, { bind: [id], transaction: lock })
  const one = first()
  await expect.poll(() => countWaiting(sequelize)).toBe(1)
  const other = second()
  await expect.poll(() => countWaiting(sequelize)).toBe(2)
  // Awaited together: a refusal of the second that comes first would else be one that nobody handles.
  const [result] = await Promise.all([other, one, lock.commit()])
  return result
}

/** How many queries wait for a row or table of this database. */
async function countWaiting(sequelize: Sequelize): Promise<number> {
  const [rows] = await sequelize.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows.length
}
