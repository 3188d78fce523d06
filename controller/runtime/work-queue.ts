import { backoffMilliseconds, type BackoffLimits } from '../../core/time/backoff'
import { systemClock, type Clock } from '../../core/time/clock'
import { Breakers } from './breakers'
import { FairLine } from './fair-line'

interface WorkQueueOptions {
  clock?: Clock
  random?: () => number
  backoff?: BackoffLimits
  /**
   * Whose work a key is. Owners take turns, none is with more than two workers at once, and one whose work hangs is tried ever more
   * rarely. Absent: keys are equal, and come in the order they were added.
   */
  ownerOf?: (key: string) => string
}

/** Enough for an owner to go on while one thing waits, and few enough that nobody fills the workers. */
const workersPerOwner = 2

/** A key that is added when its time has passed. */
interface Wait {
  due: number
  cancel: AbortController
  /** Asked then, whether its work can be left out. Absent: it cannot. */
  isSpared?: IsSpared
  /** When somebody else wants the work, whatever `isSpared` says. */
  certainAt: number
}

/** Whether nothing has changed that the work of a key would have to see. Whoever rejects does not know. */
export type IsSpared = () => Promise<boolean>

const defaultBackoff: BackoffLimits = { baseMilliseconds: 500, capMilliseconds: 300_000 }

/**
 * Keys that need work. A key waits at most once and is with at most one worker: what is added while a worker has it
 * comes again when that worker is done, so that no change is missed and none is worked on twice at once.
 */
export class WorkQueue {
  private readonly line: FairLine
  private readonly ownerOf: (key: string) => string
  /** Absent where keys have no owners. */
  private readonly breakers: Breakers | undefined
  /** Time at which a worker took each key, and for whom. */
  private readonly processing = new Map<string, { owner: string; since: number }>()
  /** Time at which each key was first added while a worker had it. */
  private readonly addedMeanwhile = new Map<string, number>()
  private readonly delayed = new Map<string, Wait>()
  private readonly failures = new Map<string, number>()
  private readonly idleWorkers: ((key: string | undefined) => void)[] = []
  private readonly clock: Clock
  private readonly random: () => number
  private readonly backoff: BackoffLimits
  private readonly closing = new AbortController()
  /** Keys that began to wait for a worker, so far. */
  adds = 0
  /** Keys that come again after a failure, so far. */
  retries = 0
  /** Keys whose work was left out, so far. */
  spared = 0
  /** Hears how long a key waited when a worker takes it. */
  onTaken: ((seconds: number) => void) | undefined

  constructor(options: WorkQueueOptions = {}) {
    this.clock = options.clock ?? systemClock
    this.random = options.random ?? Math.random
    this.backoff = options.backoff ?? defaultBackoff
    const { clock, random } = this
    this.ownerOf = options.ownerOf ?? ((key) => key)
    this.breakers = options.ownerOf && new Breakers({ clock, random, perOwner: workersPerOwner })
    this.line = new FairLine((owner) => this.breakers?.allowance(owner) ?? workersPerOwner)
  }

  /** Keys that wait for a worker, or for the one that has them. */
  get depth(): number {
    return this.line.size + this.addedMeanwhile.size
  }

  /** Whether an owner whose work hangs must not keep others from being served. */
  get hasOwners(): boolean {
    return this.breakers !== undefined
  }

  /** Owners whose work hung when it was tried last. */
  get held(): number {
    return this.breakers?.size ?? 0
  }

  /** Keys that workers have. */
  get active(): number {
    return this.processing.size
  }

  /** For how long a worker has had its key, of the one that has had it longest; 0 when none has any. */
  get longestRunningSeconds(): number {
    const since = Math.min(...[...this.processing.values()].map((taken) => taken.since))
    return Number.isFinite(since) ? (this.clock.monotonic() - since) / 1000 : 0
  }

  /** Keys whose last attempt failed. */
  get failing(): number {
    return this.failures.size
  }

  add(key: string): void {
    if (this.closing.signal.aborted || this.line.has(key) || this.addedMeanwhile.has(key)) return
    this.adds += 1
    const now = this.clock.monotonic()
    if (this.processing.has(key)) this.addedMeanwhile.set(key, now)
    else this.offer(key, now)
  }

  /**
   * Adds the key when the time has passed. Of several waits the shortest counts, and a worker that takes the key ends them. With `isSpared`
   * the key waits as long again each time it says so, without a worker; whoever adds it without gets it when they said.
   */
  addAfter(key: string, milliseconds: number, isSpared?: IsSpared): void {
    if (this.closing.signal.aborted) return
    const due = this.clock.monotonic() + milliseconds
    const certainAt = isSpared ? Infinity : due
    const waiting = this.delayed.get(key)
    if (waiting && waiting.due <= due) {
      waiting.certainAt = Math.min(waiting.certainAt, certainAt)
      return
    }
    waiting?.cancel.abort()
    const wait: Wait = {
      due,
      cancel: new AbortController(),
      isSpared,
      certainAt: Math.min(waiting?.certainAt ?? Infinity, certainAt),
    }
    this.delayed.set(key, wait)
    void this.clock.sleep(milliseconds, wait.cancel.signal).then(() => this.endWait(key, wait, milliseconds))
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
    if (this.closing.signal.aborted) return Promise.resolve(undefined)
    const key = this.take()
    if (key !== undefined) return Promise.resolve(key)
    return new Promise((resolve) => this.idleWorkers.push(resolve))
  }

  /**
   * The worker is finished with the key, well or badly.
   *
   * @returns whose work hung, and for how many milliseconds it waits because of that
   */
  done(key: string): { owner: string; milliseconds: number } | undefined {
    const taken = this.processing.get(key)
    if (!taken) return undefined
    this.processing.delete(key)
    const now = this.clock.monotonic()
    this.line.done(taken.owner, now)
    const held = this.breakers?.observe(taken.owner, now - taken.since)
    if (held !== undefined) void this.clock.sleep(held, this.closing.signal).then(() => this.handOut())
    const addedAt = this.addedMeanwhile.get(key)
    this.addedMeanwhile.delete(key)
    if (addedAt !== undefined && !this.closing.signal.aborted) this.offer(key, addedAt)
    this.handOut()
    return held === undefined ? undefined : { owner: taken.owner, milliseconds: held }
  }

  /** Hands out no more keys. Keys that workers have stay theirs until they are done. */
  close(): void {
    this.closing.abort()
    for (const { cancel } of this.delayed.values()) cancel.abort()
    this.delayed.clear()
    this.line.clear()
    this.addedMeanwhile.clear()
    for (const worker of this.idleWorkers.splice(0)) worker(undefined)
  }

  private async endWait(key: string, wait: Wait, milliseconds: number): Promise<void> {
    const { cancel, isSpared } = wait
    const isLeftOut = !cancel.signal.aborted && isSpared && (await isSpared().catch(() => false))
    if (cancel.signal.aborted) return
    this.delayed.delete(key)
    const untilCertain = wait.certainAt - this.clock.monotonic()
    if (!isLeftOut || untilCertain <= 0) return this.add(key)
    this.spared += 1
    this.addAfter(key, milliseconds, isSpared)
    if (untilCertain < Infinity) this.addAfter(key, untilCertain)
  }

  /** Gives the key to a worker that is free and may have it, else lets it wait for one. */
  private offer(key: string, arrivedAt: number): void {
    this.line.add(key, this.ownerOf(key), arrivedAt)
    this.handOut()
  }

  private handOut(): void {
    while (this.idleWorkers.length > 0) {
      const key = this.take()
      if (key === undefined) return
      this.idleWorkers.shift()?.(key)
    }
  }

  private take(): string | undefined {
    const taken = this.line.take()
    if (!taken) return undefined
    const { key, owner, waitedSince } = taken
    this.delayed.get(key)?.cancel.abort()
    this.delayed.delete(key)
    const now = this.clock.monotonic()
    const heldUntil = this.breakers?.heldUntil(owner) ?? 0
    this.onTaken?.((now - Math.max(waitedSince, heldUntil)) / 1000)
    this.processing.set(key, { owner, since: now })
    return key
  }
}
