import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../tests/builders/random-runs'
import { seededRandom } from '../../tests/builders/seeded-random'
import { ShardWorld, type ShardProcess } from '../../tests/builders/shard-processes'
import { shardCount } from './shard'

const runs = randomRuns(60)

/** Milliseconds without anybody who leads a shard, after a disturbance. */
const takeOver = 15_000
/** While it passes from one to the other: work ends in up to 0.9 s, then two looks, as somebody else may have written first. */
const handOver = 3000

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
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never

/** Controllers of both releases, to which things happen. */
class Story {
  readonly world: ShardWorld
  private readonly dead = new Set<ShardProcess>()
  private readonly former: ReturnType<ShardWorld['joinFormer']>[] = []

  constructor(seed: number) {
    this.world = new ShardWorld(seededRandom(seed))
  }

  get living(): ShardProcess[] {
    return this.world.processes.filter((one) => !this.dead.has(one) && !one.stop.signal.aborted)
  }

  async begin(isFormerFirst: boolean): Promise<void> {
    if (isFormerFirst) this.former.push(this.world.joinFormer())
    await this.world.advance(isFormerFirst ? 1000 : 0)
    this.world.join()
    this.world.join()
    await this.world.advance(1000)
  }

  happens({ which, what, delay }: Event): void {
    const { living, former, world } = this
    const one = living[which % Math.max(1, living.length)]
    if (what === 'former') former.push(world.joinFormer())
    else if (what === 'former ends') {
      const gone = former.shift()
      if (which % 2) gone?.stop.abort()
      else if (gone) gone.wire.isCut = true
    } else if (what === 'join' || !one) {
      if (living.length < 5) world.join().settleMilliseconds = which * 300
    } else if (what === 'stop') one.stop.abort()
    else if (what === 'die') {
      one.wire.isCut = true
      this.dead.add(one)
    } else if (what === 'cut') one.wire.isCut = true
    else if (what === 'mend') one.wire.isCut = false
    else if (what === 'slow') one.wire.delays = one.wire.delays[0] + one.wire.delays[1] ? [0, 0] : delay
    else one.offset += (which - 1.5) * 3_600_000
  }

  /** Ends all that disturbs, and lets the time pass in which what was sent before has its effect, also of the dead, or keeps the living waiting. */
  async calmDown(): Promise<void> {
    const { world } = this
    for (const { stop } of this.former) stop.abort()
    if (this.living.length === 0) world.join()
    for (const { wire } of this.living) {
      wire.isCut = false
      wire.delays = [0, 0]
    }
    const calmAt = Math.max(
      ...world.processes.map(({ wire }) => wire.lastEffectAt),
      ...this.living.map(({ wire }) => wire.waitsUntil),
    )
    await world.advance(Math.max(0, calmAt - world.clock.monotonic()))
  }
}

describe('several controllers', () => {
  it(
    'never act on one shard together, nor beside a leader of the release before, and lead all evenly soon after the last disturbance',
    async () => {
      const tells = async (events: Event[], seed: number, isFormerFirst: boolean) => {
        const story = new Story(seed)
        const { world } = story
        await story.begin(isFormerFirst)
        for (const one of events) {
          story.happens(one)
          await world.advance(one.milliseconds)
        }
        await story.calmDown()
        const lastLed = new Array<number>(shardCount).fill(0)
        for (let passed = 500; passed <= 45_000; passed += 500) {
          await world.advance(500)
          world.actors.forEach((actors, shard) => actors > 0 && (lastLed[shard] = passed))
          const unledFor = passed - Math.min(...lastLed)
          expect(unledFor).toBeLessThan(passed > takeOver ? handOver : takeOver)
        }
        expect(world.isAllLed).toBe(true)
        const counts = world.counts(story.living)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
        const begun = world.processes.map((one) => one.begun)
        await world.advance(10_000)
        expect(world.processes.map((one) => one.begun)).toEqual(begun)
        await world.end()
      }
      const events = fc.array(event, { minLength: 1, maxLength: 12 })
      await fc.assert(fc.asyncProperty(events, fc.integer(), fc.boolean(), tells), runs)
    },
    runs.numRuns * 3000,
  )
})
