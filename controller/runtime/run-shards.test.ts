import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger, silentLogger } from '../../core/logging/logger'
import { createMemoryLeases } from '../../tests/builders/memory-leases'
import { ShardWorld } from '../../tests/builders/shard-processes'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import type { LeaseStore } from './lease-store'
import { runShards } from './run-shards'
import { shardCount } from './shard'

describe('runShards', () => {
  it('leads all at once where nobody does, and keeps leading', async () => {
    const world = new ShardWorld()
    const only = world.join()
    await world.clock.advance(0)
    expect(only.acts).toHaveLength(shardCount)
    await world.advance(600_000)
    expect(only.begun).toBe(shardCount)
  })

  it('gives each process that joins its part within five seconds, and moves nothing else', async () => {
    const world = new ShardWorld()
    const spreads = [
      [8, 8],
      [6, 5, 5],
      [4, 4, 4, 4],
      [4, 3, 3, 3, 3],
    ]
    world.join()
    await world.advance(20_000)
    for (const spread of spreads) {
      world.join()
      await world.advance(5000)
      expect(world.counts().sort((a, b) => b - a)).toEqual(spread)
      await world.advance(20_000)
    }
    const begun = world.processes.map((process) => process.begun)
    await world.advance(600_000)
    expect(world.processes.map((process) => process.begun)).toEqual(begun)
  })

  it('lets those stand by that no shard is left for, until one is', async () => {
    const world = new ShardWorld()
    for (let joined = 0; joined < 18; joined++) {
      world.join()
      await world.advance(3000)
    }
    await world.advance(30_000)
    expect(world.counts().filter((count) => count === 1)).toHaveLength(shardCount)
    const [leader] = world.processes.filter(({ acts }) => acts.length > 0)
    leader?.stop.abort()
    await world.advance(10_000)
    expect(world.isAllLed).toBe(true)
    expect(Math.max(...world.counts())).toBe(1)
  }, 30_000)

  it('brings work on a shard to its end before another begins it, however long that takes', async () => {
    const world = new ShardWorld()
    const first = world.join()
    first.settleMilliseconds = 40_000
    await world.advance(5000)
    const second = world.join()
    await world.advance(39_000)
    expect(world.counts()).toEqual([16, 0])
    await world.advance(10_000)
    expect(world.counts()).toEqual([8, 8])
    expect([first.begun, second.begun]).toEqual([16, 8])
  })

  it('hands over in under 2 seconds when it is told to stop, at whatever moment, and allows what hangs nothing more', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.constantFrom(0, 500, 1500, 40_000),
        async (life, phase, settles) => {
          const world = new ShardWorld()
          const first = world.join()
          await world.advance(phase)
          world.join()
          await world.advance(10_000 + life)
          first.settleMilliseconds = settles
          first.stop.abort()
          await world.advance(1990, 10)
          expect(world.counts()).toEqual([0, 16])
        },
      ),
      { numRuns: 20 },
    )
  }, 30_000)

  it('takes over within 15 seconds of the moment at which a process dies, whenever that is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 20_000 }), fc.nat(5000), async (life, phase) => {
        const world = new ShardWorld()
        const first = world.join()
        await world.advance(phase)
        world.join()
        world.join()
        await world.advance(life)
        first.wire.isCut = true
        await world.advance(14_900)
        expect(first.acts).toEqual([])
        expect(world.isAllLed).toBe(true)
      }),
      { numRuns: 30 },
    )
  }, 30_000)

  it('keeps no shard for one that dies while it waits for its part, for longer than six seconds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(2000), fc.integer({ min: 0, max: 5000 }), async (phase, waits) => {
        const world = new ShardWorld()
        const first = world.join()
        await world.advance(10_000 + phase)
        const second = world.join()
        await world.advance(waits, 100)
        fc.pre(second.work.size === 0)
        second.wire.isCut = true
        await world.advance(6000)
        expect(first.acts).toHaveLength(shardCount)
        const { begun } = first
        await world.advance(20_000)
        expect(first.begun).toBe(begun)
      }),
      { numRuns: 30 },
    )
  }, 30_000)

  it('ends its work before others may begin theirs, when the store does not answer', async () => {
    const world = new ShardWorld()
    const [first, second] = [world.join(), world.join()]
    await world.advance(30_000)
    first.wire.isCut = true
    await world.advance(9000)
    expect([first.acts, [...first.work]]).toEqual([[], []])
    expect(second.acts).toHaveLength(8)
    await world.advance(6000)
    expect(world.counts()).toEqual([0, 16])
    first.wire.isCut = false
    await world.advance(10_000)
    expect(world.counts()).toEqual([8, 8])
  })

  it('gives a shard to others whose lost work hangs here', async () => {
    const world = new ShardWorld()
    const [first] = [world.join(), world.join()]
    await world.advance(30_000)
    first.settleMilliseconds = 300_000
    first.wire.isCut = true
    await world.advance(10_000)
    first.wire.isCut = false
    await world.advance(15_000)
    expect(world.isAllLed).toBe(true)
    expect(first.work.size).toBe(16)
    expect(world.counts()).toEqual([8, 8])
  })

  it.each([3_600_000, -3_600_000])(
    'goes by no time of day: set by %i ms, all stay and one that is cut off ends in time',
    async (step) => {
      const world = new ShardWorld()
      const [first, second] = [world.join(), world.join()]
      await world.advance(30_000)
      const begun = first.begun + second.begun
      world.clock.set(step)
      await world.advance(60_000)
      expect(first.begun + second.begun).toBe(begun)
      first.wire.isCut = true
      world.clock.set(-step)
      await world.advance(9000)
      expect(first.acts).toEqual([])
      await world.advance(6000)
      expect(world.counts()).toEqual([0, 16])
    },
  )

  it('says why nobody can lead as soon as it knows, and that it is over', async () => {
    const clock = new VirtualClock()
    const lines: Record<string, unknown>[] = []
    const log = createLogger('test', 'info', { write: (line) => lines.push(JSON.parse(line) as never) })
    const heard: string[] = []
    let refused: string | undefined = 'sdo-controller'
    const leases = createMemoryLeases()
    const refusing: LeaseStore = {
      ...leases,
      put: (name, lease, previous) =>
        refused !== undefined && name.startsWith(refused)
          ? Promise.reject(new Error(`${refused} is forbidden: grant it.`))
          : leases.put(name, lease, previous),
    }
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const liveness = { progressed: () => heard.push('answered'), failed: (why: string) => heard.push(why) }
    const idle = (_shard: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    void runShards({ leases: refusing, identity: 'a', log, clock, liveness }, idle, stop.signal)
    await clock.advance(0)
    expect(lines).toMatchObject([{ level: 40, reason: 'sdo-controller is forbidden: grant it.' }])
    await clock.advance(30_000)
    expect(lines).toHaveLength(1)
    expect(new Set(heard)).toEqual(new Set(['sdo-controller is forbidden: grant it.']))
    refused = 'sdo-controller-shard-7'
    await clock.advance(10_000)
    expect(heard.at(-1)).toBe('sdo-controller-shard-7 is forbidden: grant it.')
    refused = undefined
    await clock.advance(3000)
    expect(lines.map(({ msg }) => msg)).toContain('The leases answer again')
    expect(heard.at(-1)).toBe('answered')
  })

  it('rejects with what the work rejects with, ends all other work, and gives the leases up', async () => {
    const [clock, leases] = [new VirtualClock(), createMemoryLeases()]
    const ended: number[] = []
    const run = runShards(
      { leases, identity: 'a', log: silentLogger, clock },
      async (shard, signal) => {
        if (shard === 3) throw new Error('fault')
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        ended.push(shard)
      },
      new AbortController().signal,
    )
    await expect(clock.finish(run)).rejects.toThrow('fault')
    expect(ended).toHaveLength(15)
    for (let shard = 0; shard < shardCount; shard++)
      expect((await leases.get(`sdo-controller-shard-${shard}`))?.holder).toBe('')
  })

  it('refuses a deadline that would let two lead', async () => {
    const options = { leases: createMemoryLeases(), identity: 'a', log: silentLogger }
    await expect(
      runShards(
        { ...options, leaseDurationSeconds: 10, renewDeadlineSeconds: 10 },
        async () => undefined,
        new AbortController().signal,
      ),
    ).rejects.toThrow('less than')
  })

  it('costs few requests at rest', async () => {
    const perMinute = async (processes: number) => {
      const world = new ShardWorld()
      const asked = { list: 0, put: 0, get: 0 }
      const joined = Array.from({ length: processes }, () => world.join())
      await world.advance(60_000)
      for (const { wire } of joined)
        for (const kind of ['list', 'put', 'get'] as const) {
          const ask = wire[kind] as (...parameters: unknown[]) => Promise<never>
          wire[kind] = (...parameters: unknown[]) => {
            asked[kind] += 1
            return ask(...parameters)
          }
        }
      await world.advance(60_000)
      return asked
    }
    expect(await perMinute(1)).toEqual({ list: 30, put: 255, get: 0 })
    expect(await perMinute(2)).toEqual({ list: 160, put: 255, get: 0 })
    expect(await perMinute(4)).toEqual({ list: 320, put: 255, get: 0 })
  })
})
