import { backoffMilliseconds, type BackoffLimits } from '../../core/time/backoff'
import { systemClock, type Clock } from '../../core/time/clock'

export interface WorkQueueOptions {
  clock?: Clock
  random?: () => number
  backoff?: BackoffLimits
}

const defaultBackoff: BackoffLimits = { baseMilliseconds: 500, capMilliseconds: 300_000 }

/**
 * Keys that need work. A key waits at most once and is with at most one worker: what is added while a worker has it
 * comes again when that worker is done, so that no change is missed and none is worked on twice at once.
 */
export class WorkQueue {
  /** In order of arrival. */
  private readonly ready = new Set<string>()
  private readonly processing = new Set<string>()
  private readonly addedMeanwhile = new Set<string>()
  private readonly delayed = new Map<string, { due: number; cancel: AbortController }>()
  private readonly failures = new Map<string, number>()
  private readonly idleWorkers: ((key: string | undefined) => void)[] = []
  private readonly clock: Clock
  private readonly random: () => number
  private readonly backoff: BackoffLimits
  private isClosed = false

  constructor(options: WorkQueueOptions = {}) {
    this.clock = options.clock ?? systemClock
    this.random = options.random ?? Math.random
    this.backoff = options.backoff ?? defaultBackoff
  }

  /** Keys that a free worker would take now. */
  get depth(): number {
    return this.ready.size + this.addedMeanwhile.size
  }

  /** Keys that workers have. */
  get active(): number {
    return this.processing.size
  }

  /** Keys whose last attempt failed. */
  get failing(): number {
    return this.failures.size
  }

  add(key: string): void {
    if (this.isClosed) return
    if (this.processing.has(key)) {
      this.addedMeanwhile.add(key)
      return
    }
    const worker = this.ready.has(key) ? undefined : this.idleWorkers.shift()
    if (worker) worker(this.take(key))
    else this.ready.add(key)
  }

  /** Adds the key when the time has passed. Of several waits the shortest counts, and a worker that takes the key ends them. */
  addAfter(key: string, milliseconds: number): void {
    if (this.isClosed) return
    const due = this.clock.monotonic() + milliseconds
    const waiting = this.delayed.get(key)
    if (waiting && waiting.due <= due) return
    waiting?.cancel.abort()
    const cancel = new AbortController()
    this.delayed.set(key, { due, cancel })
    void this.clock.sleep(milliseconds, cancel.signal).then(() => {
      if (cancel.signal.aborted) return
      this.delayed.delete(key)
      this.add(key)
    })
  }

  /** Adds the key after a pause that grows with every failure in a row. @returns the pause in milliseconds */
  addAfterFailure(key: string): number {
    const failures = (this.failures.get(key) ?? 0) + 1
    this.failures.set(key, failures)
    const pause = backoffMilliseconds(failures, this.backoff, this.random)
    this.addAfter(key, pause)
    return pause
  }

  /** The key succeeded: its next failure is the first one again. */
  forgetFailures(key: string): void {
    this.failures.delete(key)
  }

  /** The next key for a worker, which must call `done` with it. Undefined once the queue is closed. */
  next(): Promise<string | undefined> {
    if (this.isClosed) return Promise.resolve(undefined)
    const [key] = this.ready
    if (key !== undefined) return Promise.resolve(this.take(key))
    return new Promise((resolve) => this.idleWorkers.push(resolve))
  }

  /** The worker is finished with the key, well or badly. */
  done(key: string): void {
    this.processing.delete(key)
    if (this.addedMeanwhile.delete(key)) this.add(key)
  }

  /** Hands out no more keys. Keys that workers have stay theirs until they are done. */
  close(): void {
    this.isClosed = true
    for (const { cancel } of this.delayed.values()) cancel.abort()
    this.delayed.clear()
    this.ready.clear()
    this.addedMeanwhile.clear()
    for (const worker of this.idleWorkers.splice(0)) worker(undefined)
  }

  private take(key: string): string {
    this.delayed.get(key)?.cancel.abort()
    this.delayed.delete(key)
    this.ready.delete(key)
    this.processing.add(key)
    return key
  }
}
