import type { MailTransport } from '../../mail/mail-transport'
import type { Dependencies } from '../dependencies'
import { repeatedWork, type RepeatedWork } from './repeated-work'

interface RepeatOptions {
  dependencies: Dependencies
  mail: Pick<MailTransport, 'showsStoredMails'>
  /** Ends the repetition after the turn under way. */
  signal: AbortSignal
  random?: () => number
}

/**
 * Does one kind of work at the start, and again after each of its pauses, until `signal` aborts.
 *
 * @returns resolves when the turn under way has ended; never rejects
 */
export async function repeat(
  { failure, pause, work }: RepeatedWork,
  { dependencies, mail, signal, random = Math.random }: RepeatOptions,
): Promise<void> {
  const { clock, log } = dependencies
  while (!signal.aborted) {
    await work(dependencies, mail).catch((error: unknown) => log.warn({ err: error }, failure))
    await clock.sleep(pause(random), signal)
  }
}

/** Everything that a process of the portal does over and over, each at its own pace. Never rejects. */
export const repeatAll = (options: RepeatOptions): Promise<unknown> =>
  Promise.all(Object.values(repeatedWork).map((work) => repeat(work, options)))
