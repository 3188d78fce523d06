import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { systemClock, type Clock } from '../../core/time/clock'
import { createMemoryLeases } from '../../tests/builders/memory-leases'
import { ShardWorld, type ShardProcess } from '../../tests/builders/shard-processes'
import type { VirtualClock } from '../../tests/builders/virtual-clock'
import { electInThread, leadByThread } from './elect-in-thread'
import { ElectionMemory, type Channel, type ToHolder, type ToLeader } from './election-thread'
import { holdLeases } from './hold-leases'
import { runShards, shardLeaseName } from './run-shards'
import type { IsHeld, LeadShard } from './shard'

/** What was posted comes one after the other, each when `ready` lets it. */
class Line<Message> {
  private last = Promise.resolve()
  private hear: (message: Message) => void = () => undefined

  constructor(private readonly ready: () => Promise<void>) {}

  post = (message: Message) => {
    this.last = this.last.then(this.ready).then(() => this.hear(message))
  }

  listen = (hear: (message: Message) => void) => {
    this.hear = hear
  }
}

/** A process of two threads, of which the one that leads can be kept busy: it then hears nothing, and its timers wait. */
class TwoThreads {
  readonly process: ShardProcess
  private readonly clock: VirtualClock
  private busyUntil = 0

  constructor(world: ShardWorld, { broken = new Promise<never>(() => undefined), fails = false } = {}) {
    this.clock = world.clock
    this.process = world.join((options, leadShard, signal) => {
      const toLeader = new Line<ToLeader>(() => this.idle())
      const toHolder = new Line<ToHolder>(() => Promise.resolve())
      const leader: Channel<ToHolder, ToLeader> = { post: toHolder.post, listen: toLeader.listen }
      const holder: Channel<ToLeader, ToHolder> = { post: toLeader.post, listen: toHolder.listen }
      const memory = new ElectionMemory()
      void holdLeases({ ...options, memory, channel: holder })
      const clock: Clock = {
        now: () => this.clock.now(),
        monotonic: () => this.clock.monotonic(),
        sleep: (milliseconds, wakes) => this.clock.sleep(milliseconds, wakes).then(() => this.idle()),
      }
      const lead: LeadShard = async (...parameters) => {
        if (fails) throw new Error('fault')
        await leadShard(...parameters)
      }
      return leadByThread({ memory, channel: leader, broken, clock }, lead, signal)
    })
  }

  keepBusy(milliseconds: number): void {
    this.busyUntil = this.clock.monotonic() + milliseconds
  }

  private async idle(): Promise<void> {
    while (this.clock.monotonic() < this.busyUntil)
      await this.clock.sleep(this.busyUntil - this.clock.monotonic())
  }
}

describe('leading by a thread that holds the leases', () => {
  it('keeps the leases while the thread that leads is busy for up to half a minute, again and again', async () => {
    const world = new ShardWorld()
    const [a] = [new TwoThreads(world), new TwoThreads(world)]
    await world.advance(10_000)
    const begun = world.processes.map((process) => process.begun)
    for (const busy of [5000, 12_000, 25_000, 28_000]) {
      a.keepBusy(busy)
      for (let passed = 0; passed <= busy; passed += 500) {
        await world.advance(500)
        expect(world.counts()).toEqual([8, 8])
      }
      await world.advance(1500)
    }
    expect(world.processes.map((process) => process.begun)).toEqual(begun)
  })

  it('lets go of the leases of a thread that does not come back, which then may do nothing more and hears of it', async () => {
    const world = new ShardWorld()
    const [a] = [new TwoThreads(world), new TwoThreads(world)]
    await world.advance(10_000)
    a.keepBusy(90_000)
    await world.advance(55_000)
    expect(world.counts()).toEqual([0, 16])
    expect(a.process.work.size).toBe(8)
    await world.advance(50_000)
    expect(world.counts()).toEqual([8, 8])
    expect(a.process.work.size).toBe(8)
  })

  it('ends its terms when the leases cannot be renewed, however busy it is, and leads again later', async () => {
    const world = new ShardWorld()
    const a = new TwoThreads(world)
    await world.advance(5000)
    a.keepBusy(20_000)
    a.process.wire.isCut = true
    await world.advance(9000)
    expect(a.process.acts).toEqual([])
    a.process.wire.isCut = false
    await world.advance(30_000)
    expect([a.process.acts.length, a.process.begun]).toEqual([16, 32])
  })

  it('hands over in under 2 seconds when it is told to stop, and may do nothing from then on', async () => {
    const world = new ShardWorld()
    const [a] = [new TwoThreads(world), new TwoThreads(world)]
    await world.advance(10_000)
    a.process.stop.abort()
    await world.clock.finish(a.process.finished)
    expect(a.process.acts).toEqual([])
    await world.advance(1990)
    expect(world.counts()).toEqual([0, 16])
  })

  it('ends when it is told to stop, though the place of the leases does not answer any more', async () => {
    const world = new ShardWorld()
    const a = new TwoThreads(world)
    await world.advance(5000)
    a.process.wire.isCut = true
    a.process.stop.abort()
    await world.clock.finish(a.process.finished, { withinMs: 10_000 })
    expect(a.process.acts).toEqual([])
  })

  it('rejects with what the work rejects with, and gives the leases up', async () => {
    const world = new ShardWorld()
    const { process } = new TwoThreads(world, { fails: true })
    await expect(world.clock.finish(process.finished)).rejects.toThrow('fault')
    expect((await world.leases.get(shardLeaseName(0)))?.holder).toBe('')
  })

  it('ends with the thread that held the leases, and may do nothing more', async () => {
    let breakDown: (error: Error) => void = () => undefined
    const broken = new Promise<never>((_resolve, reject) => {
      breakDown = reject
    })
    const world = new ShardWorld()
    const { process } = new TwoThreads(world, { broken })
    await world.advance(1000)
    expect(process.acts).toHaveLength(16)
    breakDown(new Error('broken'))
    await world.clock.advance(0)
    expect([process.acts, process.work.size]).toEqual([[], 0])
    await expect(process.finished).rejects.toThrow('broken')
  })

  it('never lets two act on a shard, however busy they are, cut off or stopped, and one on each soon after all is well', async () => {
    const event = fc.record({
      candidate: fc.nat(2),
      what: fc.constantFrom('busy', 'cut', 'mend', 'stop'),
      milliseconds: fc.constantFrom(0, 700, 5000, 12_000, 29_000, 31_000, 60_000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
        const world = new ShardWorld()
        const standing = [new TwoThreads(world), new TwoThreads(world), new TwoThreads(world)]
        await world.advance(1000)
        for (const { candidate, what, milliseconds } of events) {
          const one = standing[candidate]
          if (!one) continue
          if (what === 'busy') one.keepBusy(milliseconds)
          else if (what === 'stop') {
            one.process.stop.abort()
            standing[candidate] = new TwoThreads(world)
          } else one.process.wire.isCut = what === 'cut'
          await world.advance(milliseconds)
        }
        for (const one of standing) one.process.wire.isCut = false
        await world.advance(100_000)
        expect(world.isAllLed).toBe(true)
        expect(world.counts(standing.map(({ process }) => process)).sort()).toEqual([5, 5, 6])
        await world.end()
      }),
      { numRuns: 40 },
    )
  }, 180_000)
})

/** Keeps the thread busy, so that nothing else of it runs. */
function occupy(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('a thread of its own', () => {
  const election = { leaseDurationSeconds: 1, renewDeadlineSeconds: 0.7, retrySeconds: 0.1 }
  const options = { ...election, identity: 'a', log: silentLogger }
  const module = new URL('./trial-lease-job', import.meta.url)

  /** Whether the lease is still held, and the term goes on, after work that kept the event loop from everything else. */
  const afterWork = async (elect: (leadShard: LeadShard, signal: AbortSignal) => Promise<void>) => {
    const stop = new AbortController()
    const found: boolean[] = []
    await elect(async (shard, signal, isHeld) => {
      if (shard > 0 || found.length > 0) return
      occupy(1500)
      found.push(isHeld(), signal.aborted)
      await systemClock.sleep(20)
      found.push(isHeld(), signal.aborted)
      stop.abort()
    }, stop.signal)
    return found
  }

  it('renews the lease while the event loop is busy, where a leader that renews it itself has lost it', async () => {
    const kept = await afterWork((lead, signal) =>
      electInThread({ module, given: {} })(options, lead, signal),
    )
    expect(kept).toEqual([true, false, true, false])
    const lost = await afterWork((lead, signal) =>
      runShards({ ...options, leases: createMemoryLeases() }, lead, signal),
    )
    expect(lost[0]).toBe(false)
  })

  it('takes its leader along when it breaks', async () => {
    let held: IsHeld = () => true
    const finished = electInThread({ module, given: { breaksAfter: 300 } })(
      options,
      async (_shard, signal, isHeld) => {
        held = isHeld
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      },
      new AbortController().signal,
    )
    await expect(finished).rejects.toThrow('broken')
    expect(held()).toBe(false)
  })
})
