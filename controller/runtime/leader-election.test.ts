import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger, silentLogger } from '../../core/logging/logger'
import { stand, Throne, Wire } from '../../tests/builders/candidates'
import { createMemoryLeases } from '../../tests/builders/memory-leases'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { runAsLeader, type IsHeld, type LeaseStore } from './leader-election'

describe('runAsLeader', () => {
  it('leads at once where nobody does, and keeps leading', async () => {
    const [clock, throne] = [new VirtualClock(), new Throne()]
    stand('a', clock, throne, createMemoryLeases())
    await clock.advance(0)
    expect(throne.leader).toBe('a')
    await clock.advance(600_000)
    expect(throne.history).toEqual(['a'])
  })

  it('hands over without a pause when the leader stops in order', async () => {
    const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
    const first = stand('a', clock, throne, leases)
    await clock.advance(0)
    stand('b', clock, throne, leases)
    await clock.advance(60_000)
    first.stop.abort()
    await clock.finish(first.finished)
    expect(throne.leader).toBeUndefined()
    await clock.advance(2000)
    expect(throne.leader).toBe('b')
  })

  it('keeps the lease for a second while the leader that was told to stop still settles', async () => {
    const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
    const first = stand('a', clock, throne, leases, 900)
    await clock.advance(0)
    stand('b', clock, throne, leases)
    first.stop.abort()
    await clock.advance(890)
    expect(throne.history).toEqual(['a'])
    expect((await leases.get('controller'))?.holder).toBe('a')
    await clock.advance(600)
    expect(throne.history).toEqual(['a', 'b'])
  })

  it('hands over in under 2 seconds when it is told to stop, at whatever moment, and allows what hangs nothing more', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.constantFrom(0, 500, 1500, 40_000),
        async (life, phase, settles) => {
          const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
          const stop = new AbortController()
          let isAllowed: IsHeld = () => false
          const options = { leases, name: 'controller', identity: 'a', log: silentLogger, clock }
          const finished = runAsLeader(
            options,
            (signal, isHeld) => {
              isAllowed = isHeld
              return throne.lead('a', clock, settles)(signal)
            },
            stop.signal,
          )
          await clock.advance(phase)
          stand('b', clock, throne, leases)
          await clock.advance(life)
          expect(isAllowed()).toBe(true)
          stop.abort()
          for (let passed = 0; passed < 1990; passed += 10) {
            await clock.advance(10)
            if (throne.leader === 'b') expect(isAllowed()).toBe(false)
          }
          expect(throne.history).toEqual(['a', 'b'])
          await clock.finish(finished)
          expect(throne.history).toEqual(['a', 'b'])
        },
      ),
      { numRuns: 40 },
    )
  })

  it('takes over from a leader that vanished, once its lease has run out', async () => {
    const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
    await leases.put(
      'controller',
      { holder: 'vanished', durationSeconds: 15, renewEpoch: clock.now() },
      undefined,
    )
    stand('b', clock, throne, leases)
    await clock.advance(14_000)
    expect(throne.leader).toBeUndefined()
    await clock.advance(4000)
    expect(throne.leader).toBe('b')
  })

  it('trusts no time that another machine wrote', async () => {
    const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
    const lease = { holder: 'other', durationSeconds: 15, renewEpoch: clock.now() - 3_600_000 }
    let held = await leases.put('controller', lease, undefined)
    stand('b', clock, throne, leases)
    for (let round = 0; round < 10; round++) {
      await clock.advance(5000)
      held = await leases.put('controller', { ...lease, renewEpoch: lease.renewEpoch + round }, held)
    }
    expect(throne.history).toEqual([])
  })

  it('ends its term before others may begin theirs, when the store does not answer', async () => {
    const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
    const wire = new Wire(leases)
    stand('a', clock, throne, wire)
    await clock.advance(0)
    stand('b', clock, throne, leases)
    await clock.advance(30_000)
    expect(throne.leader).toBe('a')
    wire.isCut = true
    await clock.advance(7000)
    expect(throne.leader).toBeUndefined()
    await clock.advance(6000)
    expect(throne.leader).toBe('b')
    wire.isCut = false
    await clock.advance(60_000)
    expect(throne.history).toEqual(['a', 'b'])
  })

  it('keeps leading when the answer to a renewal that worked is lost', async () => {
    const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
    let lost = 0
    const losing: LeaseStore = {
      get: (name) => leases.get(name),
      async put(name, lease, previous) {
        const written = await leases.put(name, lease, previous)
        if (previous && lost++ % 3 === 0) throw new Error('lost')
        return written
      },
    }
    stand('a', clock, throne, losing)
    await clock.advance(0)
    stand('b', clock, throne, leases)
    await clock.advance(600_000)
    expect(lost).toBeGreaterThan(100)
    expect(throne.leader).toBe('a')
    expect(throne.history).toEqual(['a'])
  })

  it('has a new leader within 13 seconds of the moment at which the old one dies, whenever that is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 20_000 }), fc.nat(2), async (lifeMilliseconds, phase) => {
        const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
        let isDead = false
        const mortal: LeaseStore = {
          get: (name) => (isDead ? new Promise(() => undefined) : leases.get(name)),
          put: (name, lease, previous) =>
            isDead ? new Promise(() => undefined) : leases.put(name, lease, previous),
        }
        stand('a', clock, throne, mortal)
        await clock.advance(phase * 700)
        stand('b', clock, throne, leases)
        await clock.advance(lifeMilliseconds)
        isDead = true
        await clock.advance(13_000)
        expect(throne.leader).toBe('b')
      }),
      { numRuns: 60 },
    )
  })

  it.each([3_600_000, -3_600_000])(
    'goes by no time of day: set by %i ms, a leader stays and one that is cut off ends in time',
    async (step) => {
      const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
      const wire = new Wire(leases)
      stand('a', clock, throne, wire)
      await clock.advance(0)
      stand('b', clock, throne, leases)
      await clock.advance(30_000)
      clock.set(step)
      await clock.advance(60_000)
      expect(throne.history).toEqual(['a'])
      wire.isCut = true
      clock.set(-step)
      await clock.advance(7000)
      expect(throne.leader).toBeUndefined()
      await clock.advance(6000)
      expect(throne.leader).toBe('b')
    },
  )

  it('says why nobody can lead as soon as it knows, and that it is over', async () => {
    const clock = new VirtualClock()
    const leases = createMemoryLeases()
    const lines: Record<string, unknown>[] = []
    const log = createLogger('test', 'info', { write: (line) => lines.push(JSON.parse(line) as never) })
    const heard: string[] = []
    let fault: Error | undefined = new Error('leases is forbidden: grant it.')
    const refusing: LeaseStore = {
      get: (name) => (fault ? Promise.reject(fault) : leases.get(name)),
      put: (name, lease, previous) => leases.put(name, lease, previous),
    }
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const liveness = { progressed: () => heard.push('answered'), failed: (why: string) => heard.push(why) }
    const lead = (signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    void runAsLeader({ leases: refusing, name: 'x', identity: 'a', log, clock, liveness }, lead, stop.signal)
    await clock.advance(0)
    expect(lines).toMatchObject([{ level: 40, lease: 'x', reason: 'leases is forbidden: grant it.' }])
    await clock.advance(30_000)
    expect(lines).toHaveLength(1)
    expect(new Set(heard)).toEqual(new Set(['leases is forbidden: grant it.']))
    fault = undefined
    await clock.advance(3000)
    expect(lines.map(({ msg }) => msg)).toContain('The lease answers again')
    expect(heard.at(-1)).toBe('answered')
  })

  it('lets the leader know whether the lease is held at this very moment', async () => {
    const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
    const wire = new Wire(leases)
    const stop = new AbortController()
    let held: () => boolean = () => false
    const finished = runAsLeader(
      { leases: wire, name: 'x', identity: 'a', log: silentLogger, clock },
      async (signal, isHeld) => {
        held = isHeld
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        // Still held while what is under way comes to its end.
        expect(isHeld()).toBe(!wire.isCut)
      },
      stop.signal,
    )
    await clock.advance(5000)
    expect(held()).toBe(true)
    wire.isCut = true
    await clock.advance(7000)
    expect(held()).toBe(false)
    wire.isCut = false
    await clock.advance(20_000)
    expect(held()).toBe(true)
    stop.abort()
    await clock.finish(finished)
    expect(held()).toBe(false)
  })

  it('rejects with what the work rejects with, and gives the lease up', async () => {
    const clock = new VirtualClock()
    const leases = createMemoryLeases()
    const changes: boolean[] = []
    const run = runAsLeader(
      { leases, name: 'x', identity: 'a', log: silentLogger, clock, onChange: (is) => changes.push(is) },
      () => Promise.reject(new Error('fault')),
      new AbortController().signal,
    )
    await expect(clock.finish(run)).rejects.toThrow('fault')
    expect((await leases.get('x'))?.holder).toBe('')
    expect(changes).toEqual([true, false])
  })

  it('refuses a deadline that would let two lead', async () => {
    const options = { leases: createMemoryLeases(), name: 'x', identity: 'a', log: silentLogger }
    const run = runAsLeader(
      { ...options, leaseDurationSeconds: 10, renewDeadlineSeconds: 10 },
      async () => undefined,
      new AbortController().signal,
    )
    await expect(run).rejects.toThrow('less than')
  })

  it('never has two leaders, and has one again soon after every fault is over', async () => {
    const fault = fc.oneof(
      { weight: 6, arbitrary: fc.constant({ before: 10, after: 10, outcome: 'answered' as const }) },
      {
        weight: 4,
        arbitrary: fc.record({
          before: fc.constantFrom(0, 500, 4000, 9900, 12_000, 40_000),
          after: fc.constantFrom(0, 500, 4000, 9900, 12_000, 40_000),
          outcome: fc.constantFrom('answered' as const, 'refused' as const, 'lost' as const),
        }),
      },
    )
    const step = fc.record({ candidate: fc.nat(2), milliseconds: fc.nat(30_000), stops: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { minLength: 5, maxLength: 60 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (faults, steps) => {
          const [clock, throne, leases] = [new VirtualClock(), new Throne(), createMemoryLeases()]
          const disturb = async <Result>(call: () => Promise<Result>): Promise<Result> => {
            const next = faults.pop()
            if (!next) return call()
            await clock.sleep(next.before)
            if (next.outcome === 'refused') throw new Error('refused')
            const result = await call()
            await clock.sleep(next.after)
            if (next.outcome === 'lost') throw new Error('lost')
            return result
          }
          const backend: LeaseStore = {
            get: (name) => disturb(() => leases.get(name)),
            put: (name, lease, previous) => disturb(() => leases.put(name, lease, previous)),
          }
          let lives = 0
          const come = () => stand(`candidate-${lives++}`, clock, throne, backend)
          const candidates = [come(), come(), come()]
          const runs = candidates.map(({ finished }) => finished)
          for (const { candidate, milliseconds, stops } of steps) {
            await clock.advance(milliseconds)
            expect(throne.leader).toBeOneOf([undefined, ...throne.history])
            if (!stops) continue
            candidates[candidate]?.stop.abort()
            candidates[candidate] = come()
            runs.push(candidates[candidate].finished)
          }
          faults.length = 0
          await clock.advance(130_000)
          expect(throne.leader).toBeDefined()
          for (const { stop } of candidates) stop.abort()
          await clock.finish(Promise.all(runs))
        },
      ),
      { numRuns: 80 },
    )
  }, 30_000)
})
