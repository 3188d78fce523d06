import { backoffMilliseconds, type BackoffLimits } from '../../core/time/backoff'
import { systemClock, type Clock } from '../../core/time/clock'

interface WorkQueueOptions {
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
  /** Time at which each key arrived, in that order. */
  private readonly ready = new Map<string, number>()
  /** Time at which a worker took each key. */
  private readonly processing = new Map<string, number>()
  /** Time at which each key was first added while a worker had it. */
  private readonly addedMeanwhile = new Map<string, number>()
  private readonly delayed = new Map<string, { due: number; cancel: AbortController }>()
  private readonly failures = new Map<string, number>()
  private readonly idleWorkers: ((key: string | undefined) => void)[] = []
  private readonly clock: Clock
  private readonly random: () => number
  private readonly backoff: BackoffLimits
  private isClosed = false
  /** Keys that began to wait for a worker, so far. */
  adds = 0
  /** Keys that come again after a failure, so far. */
  retries = 0
  /** Hears how long a key waited when a worker takes it. */
  onTaken: ((seconds: number) => void) | undefined

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

  /** For how long a worker has had its key, of the one that has had it longest; 0 when none has any. */
  get longestRunningSeconds(): number {
    const since = Math.min(...this.processing.values())
    return Number.isFinite(since) ? (this.clock.monotonic() - since) / 1000 : 0
  }

  /** Keys whose last attempt failed. */
  get failing(): number {
    return this.failures.size
  }

  add(key: string): void {
    if (this.isClosed || this.ready.has(key) || this.addedMeanwhile.has(key)) return
    this.adds += 1
    const now = this.clock.monotonic()
    if (this.processing.has(key)) this.addedMeanwhile.set(key, now)
    else this.offer(key, now)
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
    this.retries += 1
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
    const [key] = this.ready.keys()
    if (key !== undefined) return Promise.resolve(this.take(key))
    return new Promise((resolve) => this.idleWorkers.push(resolve))
  }

  /** The worker is finished with the key, well or badly. */
  done(key: string): void {
    this.processing.delete(key)
    const addedAt = this.addedMeanwhile.get(key)
    this.addedMeanwhile.delete(key)
    if (addedAt !== undefined && !this.isClosed) this.offer(key, addedAt)
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

  /** Gives the key to a worker that is free, else lets it wait for one. */
  private offer(key: string, arrivedAt: number): void {
    this.ready.set(key, arrivedAt)
    this.idleWorkers.shift()?.(this.take(key))
  }

  private take(key: string): string {
    this.delayed.get(key)?.cancel.abort()
    this.delayed.delete(key)
    const now = this.clock.monotonic()
    this.onTaken?.((now - (this.ready.get(key) ?? now)) / 1000)
    this.ready.delete(key)
    this.processing.set(key, now)
    return key
  }
}
