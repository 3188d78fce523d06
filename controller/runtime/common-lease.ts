import { inTime } from './in-time'
import type { LeaseTerms } from './lease-candidate'
import type { Lease } from './lease-store'

/** The lease of the releases before, which had one leader: whoever leads shards has it in common with all others who do. */
export const commonLeaseName = 'sdo-controller'
/** The holder that all name alike. */
const commonHolder = 'sdo-shards'

interface CommonLeaseOptions extends LeaseTerms {
  retrySeconds: number
  onHeld(until: number): void
}

/**
 * Keeps leaders of the release before from acting beside those that lead shards. It is renewed by any of them, and never given up: the others
 * count on it until the deadline after the last renewal they know of.
 */
export class CommonLease {
  private seen: { record: Lease | undefined; since: number; last: number } | undefined
  private until = -Infinity

  constructor(private readonly options: CommonLeaseOptions) {}

  get heldUntil(): number {
    return this.until
  }

  get isHeld(): boolean {
    return this.options.clock.monotonic() < this.until
  }

  /** Notes what a read gave that began at `startedAt`; renews or takes the lease when that is due. Never rejects. */
  async observe(record: Lease | undefined, startedAt: number): Promise<void> {
    const former = this.seen
    const hasChanged = former?.record?.version !== record?.version
    this.seen = {
      record,
      since: former && !hasChanged ? former.since : this.options.clock.monotonic(),
      last: startedAt,
    }
    // Renewed after the read before began, for that one did not see it.
    if (former && hasChanged && record?.holder === commonHolder) this.hold(former.last)
    if (this.mayWrite(record) && this.isDue()) await this.write(record)
  }

  private async write(previous: Lease | undefined): Promise<void> {
    const { leases, clock, durationSeconds, deadlineSeconds, failed } = this.options
    const startedAt = clock.monotonic()
    const lease = { holder: commonHolder, durationSeconds, renewEpoch: clock.now() }
    try {
      const record = await inTime(
        leases.put(commonLeaseName, lease, previous),
        (deadlineSeconds * 1000) / 3,
        clock,
      )
      this.seen = { record, since: clock.monotonic(), last: startedAt }
      this.hold(startedAt)
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ConflictError'))
        failed(error instanceof Error ? error.message : String(error))
    }
  }

  private hold(renewedAt: number): void {
    this.until = Math.max(this.until, renewedAt + this.options.deadlineSeconds * 1000)
    this.options.onHeld(this.until)
  }

  private isDue(): boolean {
    const { clock, deadlineSeconds, retrySeconds } = this.options
    return clock.monotonic() >= this.until - (deadlineSeconds - retrySeconds) * 1000
  }

  private mayWrite(record: Lease | undefined): boolean {
    if (!record || record.holder === '' || record.holder === commonHolder) return true
    const since = this.seen?.since ?? Infinity
    return this.options.clock.monotonic() >= since + record.durationSeconds * 1000
  }
}
