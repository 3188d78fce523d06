import type { Sequelize } from 'sequelize'
import { inTransaction } from '../../db/transaction'

/** In milliseconds. A mirror that froze with the lock in its hand must not stop its successor for long: Postgres ends its transaction. */
const defaultTimeouts = { wait: 10_000, idle: 60_000 }

/**
 * Runs `work` in a transaction while no other mirror, in this process or another, works on the same `key`. An advisory
 * lock and not a row lock, because the store is asked meanwhile and people must be able to change the row while it is slow.
 *
 * @throws if another one holds the key for too long
 */
export const withRowLock = <Result>(
  sequelize: Sequelize,
  key: string,
  work: () => Promise<Result>,
  timeouts = defaultTimeouts,
): Promise<Result> =>
  inTransaction(sequelize, async () => {
    await sequelize.query(
      `SET LOCAL lock_timeout = ${timeouts.wait}; SET LOCAL idle_in_transaction_session_timeout = ${timeouts.idle}`,
    )
    await sequelize.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', {
      bind: [`mirror/${key}`],
    })
    return work()
  })
