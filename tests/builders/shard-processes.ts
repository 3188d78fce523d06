import { expect } from 'vitest'
import type { LeaseStore } from '../../controller/runtime/lease-store'
import { runShards, type ShardsOptions } from '../../controller/runtime/run-shards'
import { shardCount, type IsHeld, type LeadShard } from '../../controller/runtime/shard'
import { silentLogger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import { runAsLeader } from './former-leader'
import { createMemoryLeases } from './memory-leases'
import { VirtualClock } from './virtual-clock'

/** How long a process waits for an answer: a third of its deadline. */
const patienceMilliseconds = 3000

/** Between a process and the leases. */
export class Wire implements LeaseStore {
  /** Nothing is answered. */
  isCut = false
  /** Milliseconds before and after a request has its effect. */
  delays: [before: number, after: number] = [0, 0]
  /** When the last request that was sent has its effect. */
  lastEffectAt = 0
  /** Until when its sender waits for an answer, or gives it up. */
  waitsUntil = 0

  constructor(
    private readonly leases: LeaseStore,
    private readonly clock: Clock,
  ) {}

  get: LeaseStore['get'] = (name) => this.pass(() => this.leases.get(name))

  list: LeaseStore['list'] = (names) => this.pass(() => this.leases.list(names))

  put: LeaseStore['put'] = (name, lease, previous) => this.pass(() => this.leases.put(name, lease, previous))

  private async pass<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    const [before, after] = this.delays
    const sentAt = this.clock.monotonic()
    const never = () => {
      this.waitsUntil = Math.max(this.waitsUntil, sentAt + patienceMilliseconds)
      return new Promise<Answer>(() => undefined)
    }
    if (this.isCut) return never()
    this.lastEffectAt = Math.max(this.lastEffectAt, sentAt + before)
    this.waitsUntil = Math.max(this.waitsUntil, sentAt + Math.min(before + after, patienceMilliseconds))
    if (before) await this.clock.sleep(before)
    const answer = await request()
    if (after) await this.clock.sleep(after)
    return this.isCut ? never() : answer
  }
}

type Run = (options: ShardsOptions, leadShard: LeadShard, signal: AbortSignal) => Promise<void>

/** A process and what it leads. */
export class ShardProcess {
  readonly stop = new AbortController()
  readonly wire: Wire
  readonly finished: Promise<void>
  /** How long its work takes to come to its end. */
  settleMilliseconds = 0
  /** What it works on, whether it may act there or not. */
  readonly work = new Map<number, IsHeld>()
  /** How often it began work on a shard. */
  begun = 0
  /** By how many milliseconds its time of day is wrong. */
  offset = 0

  constructor(
    readonly identity: string,
    private readonly world: ShardWorld,
    run: Run = runShards,
  ) {
    const { clock } = world
    this.wire = new Wire(world.leases, clock)
    const ownClock: Clock = {
      now: () => clock.now() + this.offset,
      monotonic: () => clock.monotonic(),
      sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
    }
    const options = {
      leases: this.wire,
      identity,
      log: silentLogger,
      clock: ownClock,
      random: world.random,
    }
    this.finished = run(options, this.lead, this.stop.signal)
    this.finished.catch(() => undefined)
  }

  /** Shards on which it may act at this moment. */
  get acts(): number[] {
    return [...this.work].filter(([, isHeld]) => isHeld()).map(([shard]) => shard)
  }

  private readonly lead: LeadShard = async (shard, signal, isHeld) => {
    expect(this.work.has(shard), `${this.identity} works on ${shard} already`).toBe(false)
    this.work.set(shard, isHeld)
    this.begun += 1
    this.world.check()
    if (!signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    this.world.check()
    if (this.settleMilliseconds) await this.world.clock.sleep(this.settleMilliseconds)
    this.world.check()
    this.work.delete(shard)
  }
}

/** Processes that share leases, on a clock that tests move; whatever happens, none of two may act on one shard. */
export class ShardWorld {
  readonly clock = new VirtualClock()
  readonly leases = createMemoryLeases()
  readonly processes: ShardProcess[] = []
  private readonly former: { identity: string; isHeld: IsHeld }[] = []
  private formerJoined = 0
  private violation: string | undefined

  constructor(readonly random: () => number = () => 0.5) {}

  join(run?: Run): ShardProcess {
    const process = new ShardProcess(`process-${this.processes.length}`, this, run)
    this.processes.push(process)
    return process
  }

  /** A process of the release before, which would lead all. */
  joinFormer() {
    const identity = `former-${this.formerJoined++}`
    const stop = new AbortController()
    const wire = new Wire(this.leases, this.clock)
    const { clock, random } = this
    const options = { leases: wire, name: 'sdo-controller', identity, log: silentLogger, clock, random }
    const finished = runAsLeader(
      options,
      async (signal, isHeld) => {
        this.former.push({ identity, isHeld })
        this.check()
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        )
        this.check()
      },
      stop.signal,
    )
    return { stop, wire, finished }
  }

  get formerLeaders(): string[] {
    return this.former.filter(({ isHeld }) => isHeld()).map(({ identity }) => identity)
  }

  /** How many processes may act on each shard. */
  get actors(): number[] {
    const counts = new Array<number>(shardCount).fill(0)
    for (const { acts } of this.processes) for (const shard of acts) counts[shard] = (counts[shard] ?? 0) + 1
    return counts
  }

  check(): void {
    const { actors, formerLeaders } = this
    const most = Math.max(...actors)
    if (most > 1) this.violation ??= `${most} processes act on shard ${actors.indexOf(most)}`
    if (formerLeaders.length + most > 1)
      this.violation ??= `${formerLeaders.join(' and ')} lead while ${most} act on a shard`
  }

  async advance(milliseconds: number, stepMs = 500): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += stepMs) {
      await this.clock.advance(Math.min(stepMs, milliseconds - passed))
      this.check()
      expect(this.violation).toBeUndefined()
    }
  }

  get isAllLed(): boolean {
    return this.actors.every((count) => count === 1)
  }

  counts = (processes: ShardProcess[] = this.processes) => processes.map(({ acts }) => acts.length)

  async end(): Promise<void> {
    for (const { stop, wire } of this.processes) {
      wire.isCut = false
      wire.delays = [0, 0]
      stop.abort()
    }
    await this.clock.finish(Promise.all(this.processes.map(({ finished }) => finished)))
    expect(this.processes.flatMap(({ work }) => [...work.keys()])).toEqual([])
  }
}
