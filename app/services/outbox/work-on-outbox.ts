import { setMaxListeners } from 'node:events'
import { backoffMilliseconds, withJitter } from '../../../core/time/backoff'
import { Doorbell } from '../../../core/time/doorbell'
import { listen } from '../../../db/listen'
import type { Dependencies } from '../dependencies'

interface OutboxOptions {
  dependencies: Pick<Dependencies, 'clock' | 'log' | 'metrics'>
  /** Address of the database: notifications are listened for there. */
  databaseUrl: string
  /** Channel on which the database tells that something was queued. */
  channel: string
  workers: number
  /** Ends the work after the attempts under way. */
  signal: AbortSignal
  random: () => number
  /** Makes one attempt at what is due, as the worker of that number: nothing was due, one was made, or nobody takes anything now. */
  attempt: (worker: number) => Promise<'idle' | 'made' | 'unavailable'>
}

/** Notifications wake us for what is new; this finds what is due again. */
const lookMilliseconds = 5_000
const trouble = { baseMilliseconds: 1_000, capMilliseconds: 60_000 }

/**
 * Works on a table of messages to send, until `signal` aborts.
 *
 * @returns resolves when the attempts under way have ended; never rejects
 */
export async function workOnOutbox(options: OutboxOptions): Promise<void> {
  const { dependencies, databaseUrl, channel, workers, signal } = options
  setMaxListeners(0, signal)
  const bells = Array.from({ length: workers }, () => new Doorbell())
  const ring = () => bells.forEach((bell) => bell.ring())
  signal.addEventListener('abort', ring, { once: true })
  await Promise.all([
    listen({
      url: databaseUrl,
      channel,
      onNotify: ring,
      onConnect: ring,
      signal,
      log: dependencies.log,
      clock: dependencies.clock,
      board: dependencies.metrics?.board,
    }),
    ...bells.map((bell, worker) => work(options, bell, worker)),
  ])
}

async function work(
  { dependencies: { clock, log }, signal, random, attempt }: OutboxOptions,
  bell: Doorbell,
  worker: number,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const result = await attempt(worker).catch((error: unknown) => {
      log.warn({ err: error }, 'The outbox could not be worked on')
      return 'unavailable' as const
    })
    failures = result === 'unavailable' ? failures + 1 : 0
    // What is new must not make us hammer on a server that is away.
    if (failures > 0) await clock.sleep(backoffMilliseconds(failures, trouble, random), signal)
    else if (result === 'idle') await bell.wait(clock, withJitter(lookMilliseconds, random))
  }
}
