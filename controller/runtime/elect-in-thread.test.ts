import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { systemClock, type Clock } from '../../core/time/clock'
import { Wire } from '../../tests/builders/candidates'
import { createMemoryLeases } from '../../tests/builders/memory-leases'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { electInThread, leadByThread } from './elect-in-thread'
import { ElectionMemory, type Channel, type ToHolder, type ToLeader } from './election-thread'
import { holdLease } from './hold-lease'
import { runAsLeader, type IsHeld, type LeaseStore } from './leader-election'

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

/** A candidate of two threads, of which the one that leads can be kept busy: it then hears nothing, and its timers wait. */
class Candidate {
  readonly stop = new AbortController()
  readonly wire: Wire
  readonly finished: Promise<void>
  terms = 0
  isLeading = false
  private busyUntil = 0
  private isHeld: IsHeld = () => false

  constructor(
    readonly identity: string,
    private readonly clock: VirtualClock,
    leases: LeaseStore,
    { broken = new Promise<never>(() => undefined), fails = false } = {},
  ) {
    this.wire = new Wire(leases)
    const toLeader = new Line<ToLeader>(() => this.idle())
    const toHolder = new Line<ToHolder>(() => Promise.resolve())
    const leader: Channel<ToHolder, ToLeader> = { post: toHolder.post, listen: toLeader.listen }
    const holder: Channel<ToLeader, ToHolder> = { post: toLeader.post, listen: toHolder.listen }
    const memory = new ElectionMemory()
    const options = { leases: this.wire, name: 'x', identity, log: silentLogger, clock }
    void holdLease({ ...options, memory, channel: holder })
    const ownClock: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal).then(() => this.idle()),
    }
    this.finished = leadByThread(
      { memory, channel: leader, broken, clock: ownClock },
      async (signal, isHeld) => {
        this.terms += 1
        this.isHeld = isHeld
        this.isLeading = true
        if (fails) throw new Error('fault')
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        await this.idle()
        this.isLeading = false
      },
      this.stop.signal,
    )
    this.finished.catch(() => undefined)
  }

  /** Whether it may act at this very moment. */
  get mayAct(): boolean {
    return this.isLeading && this.isHeld()
  }

  keepBusy(milliseconds: number): void {
    this.busyUntil = this.clock.monotonic() + milliseconds
  }

  private async idle(): Promise<void> {
    while (this.clock.monotonic() < this.busyUntil)
      await this.clock.sleep(this.busyUntil - this.clock.monotonic())
  }
}

const actors = (candidates: Candidate[]) =>
  candidates.filter(({ mayAct }) => mayAct).map(({ identity }) => identity)

describe('leading by a thread that holds the lease', () => {
  it('keeps the lease while the thread that leads is busy for up to half a minute, again and again', async () => {
    const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
    const a = new Candidate('a', clock, leases)
    await clock.advance(0)
    const b = new Candidate('b', clock, leases)
    for (const busy of [5000, 12_000, 25_000, 28_000]) {
      a.keepBusy(busy)
      for (let passed = 0; passed <= busy; passed += 500) {
        await clock.advance(500)
        expect(actors([a, b])).toEqual(['a'])
      }
      await clock.advance(1500)
    }
    expect([a.terms, b.terms]).toEqual([1, 0])
  })

  it('lets go of the lease of a thread that does not come back, which then may do nothing more and hears of it', async () => {
    const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
    const a = new Candidate('a', clock, leases)
    await clock.advance(0)
    const b = new Candidate('b', clock, leases)
    await clock.advance(10_000)
    a.keepBusy(90_000)
    await clock.advance(55_000)
    expect(actors([a, b])).toEqual(['b'])
    expect(a.isLeading).toBe(true)
    await clock.advance(40_000)
    expect([a.isLeading, a.terms, b.terms]).toEqual([false, 1, 1])
  })

  it('ends its term when the lease cannot be renewed, however busy it is, and leads again later', async () => {
    const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
    const a = new Candidate('a', clock, leases)
    await clock.advance(5000)
    a.keepBusy(20_000)
    a.wire.isCut = true
    await clock.advance(7000)
    expect(a.mayAct).toBe(false)
    a.wire.isCut = false
    await clock.advance(30_000)
    expect([a.mayAct, a.terms]).toEqual([true, 2])
  })

  it('hands over in under 2 seconds when it is told to stop, and may do nothing from then on', async () => {
    const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
    const a = new Candidate('a', clock, leases)
    await clock.advance(5000)
    const b = new Candidate('b', clock, leases)
    await clock.advance(5000)
    a.stop.abort()
    await clock.finish(a.finished)
    expect(a.mayAct).toBe(false)
    await clock.advance(1990)
    expect(actors([a, b])).toEqual(['b'])
  })

  it('ends when it is told to stop, though the place of the lease does not answer any more', async () => {
    const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
    const a = new Candidate('a', clock, leases)
    await clock.advance(5000)
    a.wire.isCut = true
    a.stop.abort()
    await clock.finish(a.finished, { withinMs: 10_000 })
    expect(a.mayAct).toBe(false)
  })

  it('rejects with what the work rejects with, and gives the lease up', async () => {
    const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
    const { finished } = new Candidate('a', clock, leases, { fails: true })
    await expect(clock.finish(finished)).rejects.toThrow('fault')
    expect((await leases.get('x'))?.holder).toBe('')
  })

  it('ends with the thread that held the lease, and may do nothing more', async () => {
    const clock = new VirtualClock()
    let breakDown: (error: Error) => void = () => undefined
    const broken = new Promise<never>((_resolve, reject) => {
      breakDown = reject
    })
    const a = new Candidate('a', clock, createMemoryLeases(), { broken })
    await clock.advance(1000)
    expect(a.mayAct).toBe(true)
    breakDown(new Error('broken'))
    await clock.advance(0)
    expect([a.mayAct, a.isLeading]).toEqual([false, false])
    await expect(a.finished).rejects.toThrow('broken')
  })

  it('never lets two act, however busy they are, cut off or stopped, and one again soon after all is well', async () => {
    const event = fc.record({
      candidate: fc.nat(2),
      what: fc.constantFrom('busy', 'cut', 'mend', 'stop'),
      milliseconds: fc.constantFrom(0, 700, 5000, 12_000, 29_000, 31_000, 60_000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
        const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
        let lives = 0
        const come = () => new Candidate(`candidate-${lives++}`, clock, leases)
        const all = [come(), come(), come()]
        const standing = [...all]
        const pass = async (milliseconds: number) => {
          for (let passed = 0; passed < milliseconds; passed += 500) {
            await clock.advance(500)
            expect(actors(all).length).toBeLessThanOrEqual(1)
          }
        }
        await pass(1000)
        for (const { candidate, what, milliseconds } of events) {
          const one = standing[candidate]
          if (!one) continue
          if (what === 'busy') one.keepBusy(milliseconds)
          else if (what === 'stop') {
            one.stop.abort()
            all.push((standing[candidate] = come()))
          } else one.wire.isCut = what === 'cut'
          await pass(milliseconds)
        }
        for (const one of standing) one.wire.isCut = false
        await pass(100_000)
        expect(actors(standing)).toHaveLength(1)
        for (const { stop } of standing) stop.abort()
        await clock.finish(Promise.all(all.map(({ finished }) => finished)))
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})

/** Keeps the thread busy, so that nothing else of it runs. */
function occupy(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('a thread of its own', () => {
  const election = { leaseDurationSeconds: 1, renewDeadlineSeconds: 0.7, retrySeconds: 0.1 }
  const options = { ...election, name: 'x', identity: 'a', log: silentLogger }
  const module = new URL('./trial-lease-job', import.meta.url)

  /** Whether the lease is still held, and the term goes on, after work that kept the event loop from everything else. */
  const afterWork = async (
    elect: (
      lead: (signal: AbortSignal, isHeld: IsHeld) => Promise<void>,
      signal: AbortSignal,
    ) => Promise<void>,
  ) => {
    const stop = new AbortController()
    const found: boolean[] = []
    await elect(async (signal, isHeld) => {
      if (found.length > 0) return
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
      runAsLeader({ ...options, leases: createMemoryLeases() }, lead, signal),
    )
    expect(lost[0]).toBe(false)
  })

  it('takes its leader along when it breaks', async () => {
    let held: IsHeld = () => true
    const finished = electInThread({ module, given: { breaksAfter: 300 } })(
      options,
      async (signal, isHeld) => {
        held = isHeld
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      },
      new AbortController().signal,
    )
    await expect(finished).rejects.toThrow('broken')
    expect(held()).toBe(false)
  })
})
