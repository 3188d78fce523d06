import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../tests/builders/seeded-random'
import { ShardWorld, type ShardProcess } from '../../tests/builders/shard-processes'
import { shardCount } from './shard'

const event = fc.record({
  which: fc.nat(3),
  what: fc.constantFrom(
    'join',
    'stop',
    'die',
    'cut',
    'mend',
    'slow',
    'set the clock',
    'former',
    'former ends',
  ),
  milliseconds: fc.constantFrom(0, 300, 2000, 6000, 11_000, 13_000, 25_000),
  delay: fc.constantFrom<[number, number]>([0, 1000], [1000, 0], [2500, 2500], [0, 10_000], [10_000, 0]),
})

describe('several controllers', () => {
  it('never act on one shard together, nor beside a leader of the release before, and lead all evenly soon after the last disturbance', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 12 }),
        fc.integer(),
        fc.boolean(),
        async (events, seed, isFormerFirst) => {
          const world = new ShardWorld(seededRandom(seed))
          const dead = new Set<ShardProcess>()
          const former = isFormerFirst ? [world.joinFormer()] : []
          await world.advance(isFormerFirst ? 1000 : 0)
          world.join()
          world.join()
          const living = () => world.processes.filter((one) => !dead.has(one) && !one.stop.signal.aborted)
          await world.advance(1000)
          for (const { which, what, milliseconds, delay } of events) {
            const one = living()[which % Math.max(1, living().length)]
            if (what === 'join' || !one) {
              if (living().length < 5) world.join().settleMilliseconds = which * 300
            } else if (what === 'stop') one.stop.abort()
            else if (what === 'die') {
              one.wire.isCut = true
              dead.add(one)
            } else if (what === 'cut') one.wire.isCut = true
            else if (what === 'mend') one.wire.isCut = false
            else if (what === 'slow')
              one.wire.delays = one.wire.delays[0] + one.wire.delays[1] ? [0, 0] : delay
            else if (what === 'set the clock') one.offset += (which - 1.5) * 3_600_000
            else if (what === 'former') former.push(world.joinFormer())
            else if (which % 2) former.shift()?.stop.abort()
            else {
              const gone = former.shift()
              if (gone) gone.wire.isCut = true
            }
            await world.advance(milliseconds)
          }
          for (const { stop } of former) stop.abort()
          if (living().length === 0) world.join()
          for (const { wire } of living()) {
            wire.isCut = false
            wire.delays = [0, 0]
          }
          // Until the last late request has had its effect.
          if (events.some(({ what }) => what === 'slow')) await world.advance(10_000)
          // Until a request that was under way when the wire was cut is given up.
          if (events.some(({ what }) => what === 'cut')) await world.advance(3000)
          await world.advance(12_000)
          // Some may be between two hands at any one moment.
          const led = new Set<number>()
          for (let passed = 0; passed < 3000; passed += 500) {
            await world.advance(500)
            for (const { acts } of world.processes) for (const shard of acts) led.add(shard)
          }
          expect(led.size).toBe(shardCount)
          await world.advance(30_000)
          expect(world.isAllLed).toBe(true)
          const counts = world.counts(living())
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
          const { length } = world.processes
          const begun = world.processes.map((one) => one.begun)
          await world.advance(10_000)
          expect(world.processes.map((one) => one.begun).slice(0, length)).toEqual(begun)
          await world.end()
        },
      ),
      { numRuns: 60 },
    )
  }, 180_000)
})
