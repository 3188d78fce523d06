import type { Sequelize } from 'sequelize'
import type { Clock } from '../core/time/clock'

interface WatchDatabaseOptions {
  sequelize: Sequelize
  clock: Clock
  signal: AbortSignal
}

const pauseMilliseconds = 10_000
/** A connection that is cut off answers nothing, without an end. */
const answerMilliseconds = 10_000

/**
 * Asks Postgres every few seconds whether it answers, until `signal` aborts: whoever reads metrics must not wait for a database that is away.
 *
 * @returns whether it answered when it was asked last; not before it did
 */
export function watchDatabase({ sequelize, clock, signal }: WatchDatabaseOptions): () => boolean {
  let isUp = false
  const ask = async () => {
    const answered = new AbortController()
    const silence = clock.sleep(answerMilliseconds, answered.signal).then(() => false)
    isUp = await Promise.race([isAnswering(sequelize), silence])
    answered.abort()
  }
  void (async () => {
    while (!signal.aborted) {
      await ask()
      await clock.sleep(pauseMilliseconds, signal)
    }
  })()
  return () => isUp
}

/** Whether the database answers now. */
export const isAnswering = (sequelize: Sequelize): Promise<boolean> =>
  sequelize.authenticate().then(
    () => true,
    () => false,
  )
