import { withJitter } from '../../core/time/backoff'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Liveness } from '../../core/observability/liveness'
import { TroubleLog } from '../../core/logging/trouble-log'
import type { Lease, LeaseStore } from '../../controller/runtime/lease-store'

interface LeaderElectionOptions {
  leases: LeaseStore
  /** Candidates for the same lease compete. */
  name: string
  /** Unlike any other candidate's, also unlike that of this process before it was restarted. */
  identity: string
  /** How long others wait, after the last sign of life they saw, before they take over. */
  leaseDurationSeconds?: number
  /** How long a leader believes in itself after its last renewal began. Must be less than the lease's duration. */
  renewDeadlineSeconds?: number
  /** Pause between attempts to remain leader. */
  retrySeconds?: number
  log: Logger
  clock?: Clock
  random?: () => number
  onChange?(isLeader: boolean): void
  /** Is told whether the place where candidates meet answers, whoever leads. */
  liveness?: Liveness
  /** Is told until when the lease is held, by the clock that is never set, before anything else happens; -Infinity: not any more. */
  onHeld?(until: number): void
  /** Whether those who would lead show life: for others the lease is neither taken nor renewed. Default: always. */
  showsLife?(): boolean
}

/** The longest pause between looks of who waits to become leader: so long the lease may lie there given up. */
const followSeconds = 0.5

/** How long a leader that is told to stop may take to come to its end before the next one begins. */
const settleSeconds = 1

/** Whether the lease is held at this very moment. */
type IsHeld = () => boolean

/** The work of a leader: it ends soon after `signal` aborts, and does nothing that `isHeld` does not allow. */
type Lead = (signal: AbortSignal, isHeld: IsHeld) => Promise<void>

/**
 * The election of the release before, which had one leader, as that release has it: what this release must live beside.
 *
 * Becomes leader and runs `lead`, again after every lost term, until `signal` aborts or `lead` returns by itself. The
 * signal that `lead` gets aborts before anybody else can become leader; it should settle soon then, and act on nothing that `isHeld`
 * does not allow. When all is done the lease is given up, so that the next leader need not wait; when `signal` aborted, after
 * `settleSeconds` at the latest: from then on `isHeld` allows nothing, and what is under way ends as after a lost term.
 *
 * No two candidates lead at once as long as their clocks run equally fast; what the clocks say does not matter. A
 * request of a former leader may still be under way: writes need their own preconditions.
 *
 * @throws what `lead` rejects with
 */
export async function runAsLeader(
  options: LeaderElectionOptions,
  lead: Lead,
  signal: AbortSignal,
): Promise<void> {
  const candidate = new Candidate(options)
  while (!signal.aborted) {
    if (!(await candidate.attempt())) {
      await candidate.pause(signal)
      continue
    }
    if (signal.aborted) return candidate.release()
    const wasLost = await leadOneTerm(options, candidate, lead, signal)
    if (!wasLost) return
  }
}

/** Resolves with whether the term ended because the lease could not be renewed in time. */
async function leadOneTerm(
  { name, identity, log, onChange, clock = systemClock }: LeaderElectionOptions,
  candidate: Candidate,
  lead: Lead,
  signal: AbortSignal,
): Promise<boolean> {
  const term = new AbortController()
  const settled = new AbortController()
  const endTerm = () => term.abort()
  signal.addEventListener('abort', endTerm, { once: true })
  log.info({ lease: name, identity }, 'Became leader')
  onChange?.(true)
  const work = lead(term.signal, () => candidate.isLeader).finally(() => settled.abort())
  // Awaited below; a rejection while the lease is still being renewed is not unhandled.
  work.catch(() => undefined)
  const ended = AbortSignal.any([settled.signal, signal])
  try {
    while (!ended.aborted && candidate.isLeader) {
      await candidate.pause(ended)
      if (!ended.aborted && candidate.isLeader) await candidate.attempt()
    }
    const wasLost = !ended.aborted
    if (wasLost) log.warn({ lease: name, identity }, 'Lost the lease: it could not be renewed in time')
    endTerm()
    onChange?.(false)
    if (signal.aborted) {
      await clock.sleep(settleSeconds * 1000, settled.signal)
      await candidate.release()
    }
    await work
    return wasLost
  } finally {
    signal.removeEventListener('abort', endTerm)
    await candidate.release()
  }
}

class Candidate {
  private readonly clock: Clock
  private readonly random: () => number
  private readonly durationSeconds: number
  private readonly deadlineSeconds: number
  private readonly retrySeconds: number
  /** The record as we last saw it, and when we first saw it so. */
  private seen: { record: Lease | undefined; at: number } | undefined
  /** The record we wrote, while we know of no other. */
  private own: Lease | undefined
  /** Read from the monotonic clock, as every span of time here: the time of day may be set at any moment. */
  private leaderUntil = -Infinity
  private readonly trouble: TroubleLog

  constructor(private readonly options: LeaderElectionOptions) {
    this.clock = options.clock ?? systemClock
    this.random = options.random ?? Math.random
    this.trouble = new TroubleLog(options.log, this.clock, {
      trouble: 'The lease cannot be had: this process cannot lead',
      recovery: 'The lease answers again',
    })
    this.durationSeconds = options.leaseDurationSeconds ?? 10
    this.deadlineSeconds = options.renewDeadlineSeconds ?? 7
    this.retrySeconds = options.retrySeconds ?? 2
    if (this.deadlineSeconds >= this.durationSeconds)
      throw new Error('The renew deadline must be less than the duration of the lease.')
  }

  get isLeader(): boolean {
    return this.clock.monotonic() < this.leaderUntil
  }

  /** Waits until the next attempt is due: a leader at most until it stops being one, others until the lease may be taken. */
  pause(signal: AbortSignal): Promise<void> {
    const untilFree = this.isLeader ? Infinity : this.freeAt(this.seen?.record) - this.clock.monotonic()
    const seconds = this.isLeader ? this.retrySeconds : Math.min(this.retrySeconds, followSeconds)
    const pause = withJitter(seconds, this.random) * 1000
    return this.clock.sleep(this.limited(untilFree > 0 ? Math.min(pause, untilFree) : pause), signal)
  }

  /** Tries to get or renew the lease. Resolves with whether it succeeded in time; never rejects. */
  async attempt(): Promise<boolean> {
    if (this.options.showsLife?.() === false) {
      this.failed('The work of this process keeps it from answering.')
      return false
    }
    const startedAt = this.clock.monotonic()
    try {
      const written = await this.inTime(this.write())
      this.own = written
      this.answered()
      if (!written) return false
      // From the beginning of the request: others count from when they saw its effect, which is later.
      this.hold(startedAt + this.deadlineSeconds * 1000)
      return this.isLeader
    } catch (error) {
      this.own = undefined
      // Somebody else wrote first, which is an answer as well.
      if (error instanceof Error && error.name === 'ConflictError') this.answered()
      else this.failed(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  /** What `asking` gives. @throws Error when it takes too long. A late answer changes nothing: the next attempt reads the lease again. */
  private async inTime<Answer>(asking: Promise<Answer>): Promise<Answer> {
    const finished = new AbortController()
    const limit = this.limited((this.deadlineSeconds * 1000) / 2)
    const timeout = this.clock.sleep(limit, finished.signal).then(() => {
      throw new Error(`It did not answer within ${(limit / 1000).toFixed(1)} s.`)
    })
    timeout.catch(() => undefined)
    try {
      return await Promise.race([asking, timeout])
    } finally {
      finished.abort()
      asking.catch(() => undefined)
    }
  }

  /** Gives the lease up, if it is still ours. Whoever is told to stop does not wait for a place that does not answer. */
  async release(): Promise<void> {
    const own = this.own
    const isLeader = this.isLeader
    this.hold(-Infinity)
    this.own = undefined
    if (!own || !isLeader) return
    const { leases, name, log } = this.options
    const released = { holder: '', durationSeconds: 1, renewEpoch: this.clock.now() }
    await this.inTime(leases.put(name, released, own)).catch((error: unknown) => {
      log.debug({ lease: name, err: error }, 'The lease could not be given up')
    })
  }

  private hold(until: number): void {
    this.leaderUntil = until
    this.options.onHeld?.(until)
  }

  /** Resolves with undefined while somebody else holds the lease. */
  private async write(): Promise<Lease | undefined> {
    const { leases, name, identity } = this.options
    const present = this.own ?? (await this.read())
    if (present && present.holder !== identity && !this.isFree(present)) return undefined
    const lease = { holder: identity, durationSeconds: this.durationSeconds, renewEpoch: this.clock.now() }
    return leases.put(name, lease, present)
  }

  private async read(): Promise<Lease | undefined> {
    const record = await this.options.leases.get(this.options.name)
    if (!this.seen || this.seen.record?.version !== record?.version)
      this.seen = { record, at: this.clock.monotonic() }
    return record
  }

  private answered(): void {
    this.options.liveness?.progressed()
    this.trouble.recovered({ lease: this.options.name })
  }

  private failed(reason: string): void {
    this.options.liveness?.failed(reason)
    this.trouble.failed(reason, { lease: this.options.name })
  }

  /** Judged by our own clock since we saw the record change: the holder's clock may be wrong. */
  private isFree(record: Lease): boolean {
    return record.holder === '' || this.clock.monotonic() >= this.freeAt(record)
  }

  /** Time at which the lease is free, if its holder shows no more life. */
  private freeAt(record: Lease | undefined): number {
    return this.seen && record ? this.seen.at + record.durationSeconds * 1000 : Infinity
  }

  private limited(milliseconds: number): number {
    return this.isLeader ? Math.min(milliseconds, this.leaderUntil - this.clock.monotonic()) : milliseconds
  }
}
