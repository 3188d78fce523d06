import { CommonLease, commonLeaseName } from './common-lease'
import { inTime } from './in-time'
import { LeaseCandidate, type LeaseTerms } from './lease-candidate'
import { shardCount } from './shard'
import type { SeenLeases } from './spread-shards'

export const shardLeaseName = (shard: number): string => `sdo-controller-shard-${shard}`
const waitingLeaseName = 'sdo-controller-waiting'
const shards = Array.from({ length: shardCount }, (_, shard) => shard)
/** Every lease that a controller has to do with. */
export const leaseNames = [commonLeaseName, waitingLeaseName, ...shards.map(shardLeaseName)]

/** The longest pause between looks at the leases while others are there: so long one may lie given up. */
export const longestLookSeconds = 0.75
/** How long a shard may lie there before those take it who have their part. */
const abandonedSeconds = 1.5

interface ShardLeasesOptions extends LeaseTerms {
  identity: string
  retrySeconds: number
  /** As of `ShardsOptions`. */
  onHeld?(shard: number, until: number): void
}

/** What one process knows and has of all leases. */
export class ShardLeases {
  private readonly common: CommonLease
  private readonly candidates: LeaseCandidate[]
  private readonly waiting: LeaseCandidate
  private readonly freeSince = new Map<number, number>()

  constructor(private readonly options: ShardLeasesOptions) {
    const { retrySeconds, onHeld } = options
    const tell = (shard: number) => onHeld?.(shard, this.heldUntil(shard))
    this.common = new CommonLease({ ...options, onHeld: () => shards.forEach(tell) })
    this.candidates = shards.map(
      (shard) => new LeaseCandidate({ ...options, name: shardLeaseName(shard), onHeld: () => tell(shard) }),
    )
    // Renewed at each look, so that shards are not kept for long for one that died. A lease lasts whole seconds.
    const waitingSeconds = Math.ceil(retrySeconds + longestLookSeconds)
    this.waiting = new LeaseCandidate({
      ...options,
      name: waitingLeaseName,
      deadlineSeconds: waitingSeconds - longestLookSeconds,
      durationSeconds: waitingSeconds,
      onHeld: () => undefined,
    })
  }

  of(shard: number): LeaseCandidate | undefined {
    return this.candidates[shard]
  }

  /** By the clock that is never set: a shard counts on its own lease and on the one that all have in common. */
  heldUntil(shard: number): number {
    return Math.min(this.of(shard)?.heldUntil ?? -Infinity, this.common.heldUntil)
  }

  /** Reads all leases. Resolves with whether they answered, and shards may be led. Never rejects. */
  async look(): Promise<boolean> {
    const { leases, clock, deadlineSeconds, failed } = this.options
    const startedAt = clock.monotonic()
    try {
      const found = await inTime(leases.list(leaseNames), (deadlineSeconds * 1000) / 3, clock)
      this.candidates.forEach((candidate, shard) => candidate.observe(found.get(shardLeaseName(shard))))
      this.waiting.observe(found.get(waitingLeaseName))
      await this.common.observe(found.get(commonLeaseName), startedAt)
      return this.common.isHeld
    } catch (error) {
      failed(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  seen(): Pick<SeenLeases, 'holders' | 'waiting' | 'isWaitingRenewed' | 'abandoned'> {
    const holders = this.candidates.map(({ holder }) => holder)
    return {
      holders,
      waiting: this.waiting.holder,
      isWaitingRenewed: this.waiting.isRenewed,
      abandoned: this.abandoned(holders),
    }
  }

  get doesAnyoneWait(): boolean {
    return this.waiting.holder !== undefined
  }

  /** Waits for a part, in view of the others, or does not any more. */
  async wait(waits: boolean): Promise<void> {
    if (!waits) return this.waiting.release()
    if (!this.doesAnyoneWait || this.waiting.isHeld) await this.waiting.attempt()
  }

  private abandoned(holders: (string | undefined)[]): Set<number> {
    const now = this.options.clock.monotonic()
    holders.forEach((holder, shard) => {
      if (holder !== undefined) this.freeSince.delete(shard)
      else if (!this.freeSince.has(shard)) this.freeSince.set(shard, now)
    })
    return new Set(
      shards.filter((shard) => now - (this.freeSince.get(shard) ?? now) >= abandonedSeconds * 1000),
    )
  }
}
