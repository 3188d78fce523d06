import type { Logger } from '../../core/logging/logger'
import { withJitter } from '../../core/time/backoff'
import type { Clock } from '../../core/time/clock'
import type { LeaseCandidate } from './lease-candidate'
import type { IsHeld } from './shard'

/** How long work that is told to stop with the process may take to come to its end before the next process begins it. */
const settleSeconds = 1

interface TermOptions {
  candidate: LeaseCandidate
  heldUntil(): number
  showsLife(): boolean
  work(signal: AbortSignal, isHeld: IsHeld): Promise<void>
  /** Aborts when another process shall have the shard. */
  handOver: AbortController
  /** Aborts when this process stops. */
  stopping: AbortSignal
  retrySeconds: number
  clock: Clock
  random(): number
  log: Logger
  /** Said with each line. */
  fields: Record<string, unknown>
}

/**
 * Does the work of one shard, whose lease was just taken, and renews the lease until the work has ended: by itself, by a hand-over, with the process, or because
 * the lease was lost. In order it ends before the lease is given up. When the process stops, the lease is given up after `settleSeconds` at the latest:
 * from then on `isHeld` allows nothing, and what is under way ends as after a lost lease. Resolves when the work has ended.
 *
 * @throws what the work rejects with
 */
export async function runTerm({
  candidate,
  handOver,
  stopping,
  clock,
  log,
  fields,
  ...options
}: TermOptions): Promise<void> {
  const isHeld = () => clock.monotonic() < options.heldUntil()
  const ending = new AbortController()
  const settled = new AbortController()
  const end = () => ending.abort()
  for (const signal of [handOver.signal, stopping]) signal.addEventListener('abort', end, { once: true })
  log.info(fields, 'Began to lead a shard')
  const work = options.work(ending.signal, isHeld).finally(() => settled.abort())
  // Awaited below; a rejection while the lease is still being renewed is not unhandled.
  work.catch(() => undefined)
  const ended = AbortSignal.any([settled.signal, stopping])
  try {
    while (!ended.aborted && isHeld()) {
      const pause = withJitter(options.retrySeconds, options.random) * 1000
      await clock.sleep(Math.min(pause, options.heldUntil() - clock.monotonic()), ended)
      while (!ended.aborted && isHeld() && options.showsLife() && !(await candidate.attempt()))
        await clock.sleep(Math.min(failurePause, options.heldUntil() - clock.monotonic()), ended)
    }
    if (!ended.aborted) log.warn(fields, 'Lost a shard: its lease could not be renewed in time')
    // Another may take the shard while its work still comes to its end here: this process does not.
    handOver.abort()
    if (stopping.aborted) {
      await clock.sleep(settleSeconds * 1000, settled.signal)
      await candidate.release()
    }
    await work
  } finally {
    for (const signal of [handOver.signal, stopping]) signal.removeEventListener('abort', end)
    await candidate.release()
  }
}

/** Milliseconds between attempts while the lease cannot be renewed. */
const failurePause = 500
