import type { Logger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'

interface Rounds {
  pauseMilliseconds: number
  /** Said of a round that fails: the next one makes up for it. */
  failure: string
  clock: Clock
  log: Logger
}

/** Does a round of work, again after each pause, until `signal` aborts. Never rejects. */
export async function inRounds(
  round: () => Promise<void>,
  { pauseMilliseconds, failure, clock, log }: Rounds,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await round()
    } catch (error) {
      log.warn({ err: error }, failure)
    }
    await clock.sleep(pauseMilliseconds, signal)
  }
}

/** Works on each item, on `most` of them at the same time. Rejects with the first failure. */
export async function forEach<Item>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: most }, worker))
}
