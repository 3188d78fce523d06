import type { Clock } from '../../core/time/clock'
import { inTime } from './in-time'
import type { Lease, LeaseStore } from './lease-store'

/** What is the same for each lease that a process tries to hold. */
export interface LeaseTerms {
  leases: LeaseStore
  clock: Clock
  durationSeconds: number
  /** How long this process believes that it holds the lease after its last renewal began. Less than the duration. */
  deadlineSeconds: number
  failed(reason: string): void
}

interface LeaseCandidateOptions extends LeaseTerms {
  name: string
  identity: string
  /** Is told whenever it changes until when the lease is held, by the clock that is never set. */
  onHeld(until: number): void
}

/**
 * One process and one lease. No two candidates hold it at once as long as their clocks run equally fast; what the clocks say does not matter. A
 * request of a former holder may still be under way: writes need their own preconditions.
 */
export class LeaseCandidate {
  /** The record as we last saw it, when we first saw it so, and whether its holder had it before as well. */
  private seen: { record: Lease | undefined; at: number; isRenewed: boolean } | undefined
  /** The record we wrote, while we know of no other. */
  private own: Lease | undefined
  /** Whether what was seen has not yet been written over: the next write needs no read before it. */
  private isFresh = false
  /** Read from the monotonic clock, as every span of time here: the time of day may be set at any moment. */
  private until = -Infinity

  constructor(private readonly options: LeaseCandidateOptions) {}

  get heldUntil(): number {
    return this.until
  }

  get isHeld(): boolean {
    return this.now() < this.until
  }

  /** Who has the lease, as far as is known; undefined: this process may take it. */
  get holder(): string | undefined {
    if (this.isHeld) return this.options.identity
    const record = this.seen?.record
    const isOthers = record && record.holder !== this.options.identity
    return isOthers && !this.isFree(record) ? record.holder : undefined
  }

  /** Whether the holder was seen to renew the lease: it lived at a moment that this process knows of. */
  get isRenewed(): boolean {
    return this.holder !== undefined && this.seen?.isRenewed === true
  }

  /** Notes what was read of the lease. */
  observe(record: Lease | undefined): void {
    const former = this.seen?.record
    if (!this.seen || former?.version !== record?.version)
      this.seen = { record, at: this.now(), isRenewed: former?.holder === record?.holder }
    this.isFresh = true
  }

  /** Tries to get or renew the lease. Resolves with whether it succeeded in time; never rejects. */
  async attempt(): Promise<boolean> {
    const { clock, deadlineSeconds, failed } = this.options
    const startedAt = this.now()
    try {
      const limit = this.limited((deadlineSeconds * 1000) / 3)
      const written = await inTime(this.write(startedAt + limit), limit, clock)
      this.own = written
      if (!written) return false
      // From the beginning of the request: others count from when they saw its effect, which is later.
      this.hold(startedAt + deadlineSeconds * 1000)
      return this.isHeld
    } catch (error) {
      this.own = undefined
      this.isFresh = false
      // Somebody else wrote first, which is an answer as well.
      if (!(error instanceof Error && error.name === 'ConflictError'))
        failed(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  /** Gives the lease up, if it is still ours. Whoever is told to stop does not wait for a place that does not answer. */
  async release(): Promise<void> {
    const { own, isHeld } = this
    const { leases, name, clock, deadlineSeconds } = this.options
    const limit = this.limited((deadlineSeconds * 1000) / 3)
    this.hold(-Infinity)
    this.own = undefined
    this.isFresh = false
    if (!own || !isHeld) return
    const released = { holder: '', durationSeconds: 1, renewEpoch: clock.now() }
    await inTime(leases.put(name, released, own), limit, clock).then(
      (record) => this.observe(record),
      // It runs out by itself.
      () => undefined,
    )
  }

  private hold(until: number): void {
    this.until = until
    this.options.onHeld(until)
  }

  /** Resolves with undefined while somebody else holds the lease. */
  private async write(latest: number): Promise<Lease | undefined> {
    const { leases, name, identity, clock, durationSeconds } = this.options
    if (!this.own && !this.isFresh) this.observe(await leases.get(name))
    // Nobody waits for it any more: a lease would be held by a process that does not know.
    if (this.now() > latest) return undefined
    const present = this.own ?? this.seen?.record
    this.isFresh = false
    if (present && present.holder !== identity && !this.isFree(present)) return undefined
    return leases.put(name, { holder: identity, durationSeconds, renewEpoch: clock.now() }, present)
  }

  /** Judged by our own clock since we saw the record change: the holder's clock may be wrong. */
  private isFree(record: Lease): boolean {
    const seenAt = this.seen?.at ?? this.now()
    return record.holder === '' || this.now() >= seenAt + record.durationSeconds * 1000
  }

  private limited(milliseconds: number): number {
    return this.isHeld ? Math.min(milliseconds, this.until - this.now()) : milliseconds
  }

  private now(): number {
    return this.options.clock.monotonic()
  }
}
