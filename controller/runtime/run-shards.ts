import { setMaxListeners } from 'node:events'
import { withJitter } from '../../core/time/backoff'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Liveness } from '../../core/observability/liveness'
import { CommonLease, commonLeaseName } from './common-lease'
import { inTime } from './in-time'
import { LeaseCandidate } from './lease-candidate'
import { LeaseHealth } from './lease-health'
import type { LeaseStore } from './lease-store'
import { shardCount, type LeadShard } from './shard'
import { runTerm } from './shard-term'
import { spreadShards } from './spread-shards'

/** How fast leases are renewed and pass to others. */
export interface LeasePace {
  /** How long others wait, after the last sign of life they saw, before they take over. */
  leaseDurationSeconds?: number
  /** How long a holder believes in its lease after its last renewal began. Must be less than the lease's duration. */
  renewDeadlineSeconds?: number
  /** Pause between renewals. */
  retrySeconds?: number
}

export interface ShardsOptions extends LeasePace {
  leases: LeaseStore
  /** Unlike any other process's, also unlike that of this one before it was restarted. */
  identity: string
  log: Logger
  clock?: Clock
  random?: () => number
  /** Is told whether the place of the leases answers, whoever holds them. */
  liveness?: Liveness
  /** Is told until when a shard is held, by the clock that is never set, before anything else happens; below zero: not any more. */
  onHeld?(shard: number, until: number): void
  /** Whether those who would lead show life: for others no lease is taken or renewed. Default: always. */
  showsLife?(): boolean
}

export const shardLeaseName = (shard: number): string => `sdo-controller-shard-${shard}`
const waitingLeaseName = 'sdo-controller-waiting'
const shards = Array.from({ length: shardCount }, (_, shard) => shard)
/** Every lease that a controller has to do with. */
export const leaseNames = [commonLeaseName, waitingLeaseName, ...shards.map(shardLeaseName)]

/** The longest pause between looks at the leases while others are there: so long one may lie given up. */
const longestLookSeconds = 0.75
/** While nobody else is there, only somebody who waits can be seen. */
const aloneLookSeconds = 2
/** How long a shard may lie there before those take it who have their part. */
const abandonedSeconds = 1.5

/**
 * Leads shards, each while it holds the shard's lease, until `signal` aborts: equally many as every other process, give or take one. Shards of a process
 * that died are led again within 15 seconds; one that begins is given its part by the others, which bring their work on it to its end first.
 *
 * No two processes lead a shard at once as long as their clocks run equally fast; what the clocks say does not matter.
 *
 * @throws what `leadShard` rejects with, after all other work has ended
 */
export const runShards = async (
  options: ShardsOptions,
  leadShard: LeadShard,
  signal: AbortSignal,
): Promise<void> => new ShardRunner(options, leadShard).run(signal)

class ShardRunner {
  private readonly clock: Clock
  private readonly random: () => number
  private readonly retrySeconds: number
  private readonly deadlineSeconds: number
  private readonly health: LeaseHealth
  private readonly common: CommonLease
  private readonly candidates: LeaseCandidate[]
  private readonly waiting: LeaseCandidate
  private readonly terms = new Map<number, { handOver: AbortController; ended: Promise<void> }>()
  private readonly freeSince = new Map<number, number>()
  private readonly failed = new AbortController()

  constructor(
    private readonly options: ShardsOptions,
    private readonly leadShard: LeadShard,
  ) {
    const { leases, identity, onHeld } = options
    this.clock = options.clock ?? systemClock
    this.random = options.random ?? Math.random
    this.retrySeconds = options.retrySeconds ?? 4
    this.deadlineSeconds = options.renewDeadlineSeconds ?? 9
    const durationSeconds = options.leaseDurationSeconds ?? 12
    if (this.deadlineSeconds >= durationSeconds)
      throw new Error('The renew deadline must be less than the duration of the lease.')
    this.health = new LeaseHealth(options.log, this.clock, options.liveness)
    const common = {
      leases,
      clock: this.clock,
      durationSeconds,
      deadlineSeconds: this.deadlineSeconds,
      failed: (reason: string) => this.health.note(reason),
    }
    this.common = new CommonLease({
      ...common,
      retrySeconds: this.retrySeconds,
      onHeld: () => shards.forEach((shard) => onHeld?.(shard, this.heldUntil(shard))),
    })
    this.candidates = shards.map(
      (shard) =>
        new LeaseCandidate({
          ...common,
          name: shardLeaseName(shard),
          identity,
          onHeld: () => onHeld?.(shard, this.heldUntil(shard)),
        }),
    )
    this.waiting = new LeaseCandidate({
      ...common,
      name: waitingLeaseName,
      identity,
      // Renewed at each look, so that shards are not kept for long for one that died.
      deadlineSeconds: this.retrySeconds,
      durationSeconds: this.retrySeconds + longestLookSeconds,
      onHeld: () => undefined,
    })
  }

  async run(signal: AbortSignal): Promise<void> {
    const stopping = AbortSignal.any([signal, this.failed.signal])
    setMaxListeners(0, stopping)
    while (!stopping.aborted) {
      if (this.options.showsLife?.() === false)
        this.health.note('The work of this process keeps it from answering.')
      else await this.round(stopping)
      this.health.report()
      await this.clock.sleep(withJitter(this.pauseSeconds(), this.random) * 1000, stopping)
    }
    await Promise.all([this.waiting.release(), ...[...this.terms.values()].map(({ ended }) => ended)])
    if (this.failed.signal.aborted) throw this.failed.signal.reason
  }

  private async round(stopping: AbortSignal): Promise<void> {
    if (!(await this.look()) || !this.common.isHeld || stopping.aborted) return
    const { take, letGo, waits } = spreadShards({
      holders: this.holders(),
      waiting: this.waiting.holder,
      isWaitingRenewed: this.waiting.isRenewed,
      self: this.options.identity,
      ending: new Set(
        [...this.terms].filter(([, term]) => term.handOver.signal.aborted).map(([shard]) => shard),
      ),
      abandoned: this.abandoned(),
    })
    for (const shard of letGo) this.terms.get(shard)?.handOver.abort()
    await Promise.all([...take.map((shard) => this.take(shard, stopping)), this.wait(waits)])
  }

  /** Reads all leases. Resolves with whether they answered. */
  private async look(): Promise<boolean> {
    const startedAt = this.clock.monotonic()
    try {
      const limit = (this.deadlineSeconds * 1000) / 3
      const found = await inTime(this.options.leases.list(leaseNames), limit, this.clock)
      shards.forEach((shard) => this.candidates[shard]?.observe(found.get(shardLeaseName(shard))))
      this.waiting.observe(found.get(waitingLeaseName))
      await this.common.observe(found.get(commonLeaseName), startedAt)
      return true
    } catch (error) {
      this.health.note(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  private async take(shard: number, stopping: AbortSignal): Promise<void> {
    const candidate = this.candidates[shard]
    if (!candidate || this.terms.has(shard) || !(await candidate.attempt())) return
    if (stopping.aborted) return candidate.release()
    const handOver = new AbortController()
    const { log, identity } = this.options
    const ended = runTerm({
      candidate,
      isHeld: () => this.clock.monotonic() < this.heldUntil(shard),
      heldUntil: () => this.heldUntil(shard),
      showsLife: () => this.options.showsLife?.() !== false,
      work: (signal, isHeld) => this.leadShard(shard, signal, isHeld),
      handOver,
      stopping,
      retrySeconds: this.retrySeconds,
      clock: this.clock,
      random: this.random,
      log,
      fields: { lease: shardLeaseName(shard), identity },
    })
      .catch((error: unknown) => this.failed.abort(error))
      .finally(() => this.terms.delete(shard))
    this.terms.set(shard, { handOver, ended })
  }

  private async wait(waits: boolean): Promise<void> {
    if (!waits) return this.waiting.release()
    if (this.waiting.holder === undefined || this.waiting.isHeld) await this.waiting.attempt()
  }

  private holders(): (string | undefined)[] {
    return this.candidates.map(({ holder }) => holder)
  }

  private abandoned(): Set<number> {
    const now = this.clock.monotonic()
    this.holders().forEach((holder, shard) => {
      if (holder !== undefined) this.freeSince.delete(shard)
      else if (!this.freeSince.has(shard)) this.freeSince.set(shard, now)
    })
    return new Set(
      shards.filter((shard) => now - (this.freeSince.get(shard) ?? now) >= abandonedSeconds * 1000),
    )
  }

  private heldUntil(shard: number): number {
    return Math.min(this.candidates[shard]?.heldUntil ?? -Infinity, this.common.heldUntil)
  }

  private pauseSeconds(): number {
    const isAlone = this.waiting.holder === undefined && shards.every((shard) => this.terms.has(shard))
    return Math.min(this.retrySeconds, isAlone ? aloneLookSeconds : longestLookSeconds)
  }
}
