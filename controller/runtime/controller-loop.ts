import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import { slowMilliseconds } from './breakers'
import type { ControllerMetrics, ReconcileOutcome } from './metrics'
import type { IsSpared, WorkQueue } from './work-queue'

export interface ReconcileResult {
  /** Come again after this time, although nothing may have changed. Absent: at the next change or resync. */
  requeueAfterSeconds?: number
  /** Asked after that time, unless something else has brought it back: whether to leave it out and to wait as long again. */
  isSpared?: IsSpared
}

/**
 * Brings the world to what the resource named by `key` asks for, as far as it goes now. `signal` aborts when the process
 * is to stop. Rejecting means unexpected: it comes again after a growing pause.
 */
export type Reconcile = (key: string, signal: AbortSignal) => Promise<ReconcileResult | void>

export interface ControllerOptions {
  name: string
  queue: WorkQueue
  reconcile: Reconcile
  /** Keys worked on at the same time. */
  concurrency?: number
  /** Every key of `keys` comes again at least this often. */
  resyncSeconds?: number
  keys?: () => Iterable<string>
  log: Logger
  metrics?: ControllerMetrics
  clock?: Clock
  random?: () => number
}

/**
 * Works on the keys of the queue until `signal` aborts, then closes the queue.
 *
 * @returns resolves when every reconcile that had begun has ended; never rejects
 */
export async function runController(options: ControllerOptions, signal: AbortSignal): Promise<void> {
  const { name, queue, concurrency = 4, metrics } = options
  metrics?.trackQueue(name, queue, concurrency)
  const stop = () => queue.close()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const workers = Array.from({ length: concurrency }, () => work(options, signal))
  await Promise.all([...workers, resync(options, signal)])
}

async function work(options: ControllerOptions, signal: AbortSignal): Promise<void> {
  const { name, queue, log } = options
  for (let key = await queue.next(); key !== undefined; key = await queue.next()) {
    const heir = await withHeir(options, signal, reconcileOnce(options, key, signal))
    const held = queue.done(key)
    if (held)
      log.warn(
        { controller: name, resource: key, owner: held.owner, waitMilliseconds: held.milliseconds },
        'The reconcile took very long. Others of the same owner wait, so that nobody else does',
      )
    if (heir) return heir.ended
  }
}

/**
 * Waits for a reconcile. When it hangs another worker takes the place of the one that waits here, so that there are always as many for all
 * others; how many hang is bounded for each owner by the queue.
 *
 * @returns the end of the other worker's work, if there is one
 */
async function withHeir(
  options: ControllerOptions,
  signal: AbortSignal,
  reconcile: Promise<void>,
): Promise<{ ended: Promise<void> } | undefined> {
  const { queue, clock = systemClock } = options
  if (!queue.hasOwners) return void (await reconcile)
  const ended = new AbortController()
  let heir: { ended: Promise<void> } | undefined
  void clock.sleep(slowMilliseconds, ended.signal).then(() => {
    if (!ended.signal.aborted) heir = { ended: work(options, signal) }
  })
  await reconcile
  ended.abort()
  return heir
}

async function reconcileOnce(options: ControllerOptions, key: string, signal: AbortSignal): Promise<void> {
  const { name, queue, reconcile, log, metrics, clock = systemClock } = options
  const startedAt = clock.monotonic()
  const observe = (outcome: ReconcileOutcome) =>
    metrics?.observeReconcile(name, outcome, (clock.monotonic() - startedAt) / 1000)
  try {
    const result = await reconcile(key, signal)
    queue.forgetFailures(key)
    if (result?.requeueAfterSeconds !== undefined)
      queue.addAfter(key, result.requeueAfterSeconds * 1000, result.isSpared)
    observe(result?.requeueAfterSeconds === undefined ? 'success' : 'requeue_after')
  } catch (error) {
    // Two writers met: nothing is wrong, and the next attempt reads what the other one wrote.
    const isConflict = error instanceof Error && error.name === 'ConflictError'
    const retryInMilliseconds = queue.addAfterFailure(key)
    observe(isConflict ? 'conflict' : 'error')
    if (isConflict) log.debug({ controller: name, resource: key, retryInMilliseconds }, 'Write conflict')
    else if (!signal.aborted)
      log.error({ controller: name, resource: key, err: error, retryInMilliseconds }, 'Reconcile failed')
  }
}

/** Spreads the keys over each period, so that a resync is a trickle and no wave. */
async function resync(options: ControllerOptions, signal: AbortSignal): Promise<void> {
  const { queue, keys, resyncSeconds = 600, clock = systemClock, random = Math.random } = options
  if (!keys) return
  for (;;) {
    await clock.sleep(resyncSeconds * 500, signal)
    if (signal.aborted) return
    for (const key of keys()) queue.addAfter(key, random() * resyncSeconds * 500)
  }
}
