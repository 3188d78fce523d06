import type { Sequelize } from 'sequelize'
import { inTransaction } from '../../db/transaction'

/**
 * Runs `work` in a transaction while no other mirror, in this process or another, works on the same `key`. An advisory
 * lock and not a row lock, because the store is asked meanwhile and people must be able to change the row while it is slow.
 */
export const withRowLock = <Result>(
  sequelize: Sequelize,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  inTransaction(sequelize, async () => {
    await sequelize.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', {
      bind: [`mirror/${key}`],
    })
    return work()
  })
