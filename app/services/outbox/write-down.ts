import { backoffMilliseconds } from '../../../core/time/backoff'
import type { Dependencies } from '../dependencies'

interface WriteDownOptions {
  dependencies: Pick<Dependencies, 'clock' | 'log'>
  /** When it aborts, one more try is the last. */
  signal: AbortSignal
  random: () => number
  /** For the log: what it is about. */
  facts: Record<string, string>
}

const retry = { baseMilliseconds: 500, capMilliseconds: 30_000 }

/**
 * Writes down the outcome of an attempt. It is known here alone, so `write` is tried however long the database is away.
 *
 * @throws when asked to stop
 */
export async function writeDown(
  { dependencies: { clock, log }, signal, random, facts }: WriteDownOptions,
  write: () => Promise<void>,
): Promise<void> {
  for (let failures = 1; ; failures++) {
    const isLast = signal.aborted
    try {
      return await write()
    } catch (error) {
      if (isLast) throw error
      log.warn({ ...facts, err: error }, 'What became of a message could not be written down')
      await clock.sleep(backoffMilliseconds(failures, retry, random), signal)
    }
  }
}
