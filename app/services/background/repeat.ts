import type { Dependencies } from '../dependencies'

interface Repetition {
  dependencies: Pick<Dependencies, 'clock' | 'log'>
  /** Ends the repetition after the turn under way. */
  signal: AbortSignal
  /** How long to wait after each turn, in milliseconds. */
  pauseMilliseconds: () => number
  /** The log's sentence for a turn that failed; the next one tries again. */
  failure: string
}

/** Does `work` over and over, until the signal aborts. Never rejects. */
export async function repeat(
  { dependencies: { clock, log }, signal, pauseMilliseconds, failure }: Repetition,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log.warn({ err: error }, failure))
    await clock.sleep(pauseMilliseconds(), signal)
  }
}
