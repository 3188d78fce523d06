import { setMaxListeners } from 'node:events'
import { withJitter } from '../../core/time/backoff'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Liveness } from '../../core/observability/liveness'
import { LeaseHealth } from './lease-health'
import type { LeaseStore } from './lease-store'
import { shardCount, type LeadShard } from './shard'
import { ShardLeases, longestLookSeconds, shardLeaseName } from './shard-leases'
import { runTerm } from './shard-term'
import { spreadShards } from './spread-shards'

export { leaseNames, shardLeaseName } from './shard-leases'

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

/** While nobody else is there, only somebody who waits can be seen. */
const aloneLookSeconds = 2

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
  private readonly health: LeaseHealth
  private readonly leases: ShardLeases
  private readonly terms = new Map<number, { handOver: AbortController; ended: Promise<void> }>()
  private readonly failed = new AbortController()

  constructor(
    private readonly options: ShardsOptions,
    private readonly leadShard: LeadShard,
  ) {
    const { clock = systemClock, random = Math.random, leases, identity, log, liveness, onHeld } = options
    const { leaseDurationSeconds = 12, renewDeadlineSeconds = 9, retrySeconds = 4 } = options
    if (renewDeadlineSeconds >= leaseDurationSeconds)
      throw new Error('The renew deadline must be less than the duration of the lease.')
    this.clock = clock
    this.random = random
    this.retrySeconds = retrySeconds
    this.health = new LeaseHealth(log, clock, liveness)
    this.leases = new ShardLeases({
      leases,
      identity,
      clock,
      durationSeconds: leaseDurationSeconds,
      deadlineSeconds: renewDeadlineSeconds,
      retrySeconds,
      failed: (reason) => this.health.note(reason),
      onHeld,
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
    await Promise.all([this.leases.wait(false), ...[...this.terms.values()].map(({ ended }) => ended)])
    if (this.failed.signal.aborted) throw this.failed.signal.reason
  }

  private async round(stopping: AbortSignal): Promise<void> {
    if (!(await this.leases.look()) || stopping.aborted) return
    const { take, letGo, waits } = spreadShards({
      ...this.leases.seen(),
      self: this.options.identity,
      ending: new Set(
        [...this.terms].filter(([, term]) => term.handOver.signal.aborted).map(([shard]) => shard),
      ),
    })
    for (const shard of letGo) this.terms.get(shard)?.handOver.abort()
    await Promise.all([...take.map((shard) => this.take(shard, stopping)), this.leases.wait(waits)])
  }

  private async take(shard: number, stopping: AbortSignal): Promise<void> {
    const candidate = this.leases.of(shard)
    if (!candidate || this.terms.has(shard) || !(await candidate.attempt())) return
    if (stopping.aborted) return candidate.release()
    const handOver = new AbortController()
    const { log, identity } = this.options
    const ended = runTerm({
      candidate,
      heldUntil: () => this.leases.heldUntil(shard),
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

  private pauseSeconds(): number {
    const isAlone = !this.leases.doesAnyoneWait && this.terms.size === shardCount
    return Math.min(this.retrySeconds, isAlone ? aloneLookSeconds : longestLookSeconds)
  }
}
