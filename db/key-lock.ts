import type { Sequelize } from 'sequelize'
import { select } from './sql'
import { inTransaction } from './transaction'

/** In milliseconds. Whoever froze with the key in its hand must not stop its successor for long: Postgres ends its transaction. */
const defaultTimeouts = { wait: 10_000, idle: 60_000 }

/**
 * Waits until no other transaction, in this process or another, holds `key`, and holds it to the end of the transaction around. An advisory
 * lock: no row is locked.
 */
export const lockKey = (sequelize: Sequelize, key: string): Promise<unknown> =>
  sequelize.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', { bind: [key] })

/** The times stand before the key, so that they hold for it: all in one trip, as whoever does little under a key pays for its trips most. */
const bindAndLock = `
  SELECT set_config('lock_timeout', $2, true), set_config('idle_in_transaction_session_timeout', $3, true),
    pg_advisory_xact_lock(hashtextextended($1, 0))`

/**
 * Runs `work` in a transaction while nobody else works on the same `key`. For work that asks others meanwhile: people must be able to
 * change the rows while those are slow.
 *
 * @throws if another one holds the key for too long
 */
export const withKeyLock = <Result>(
  sequelize: Sequelize,
  key: string,
  work: () => Promise<Result>,
  timeouts = defaultTimeouts,
): Promise<Result> =>
  inTransaction(sequelize, async () => {
    await select(sequelize, bindAndLock, [key, String(timeouts.wait), String(timeouts.idle)])
    return work()
  })
