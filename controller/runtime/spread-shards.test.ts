import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shardCount } from './shard'
import { spreadShards, type SeenLeases } from './spread-shards'

const nobody: ReadonlySet<number> = new Set()
const nobodyWaits = { waiting: undefined, isWaitingRenewed: false }

/** Processes that look and act one after the other, in whatever order. */
class Processes {
  waiting: string | undefined
  moves = 0

  constructor(
    readonly names: string[],
    readonly holders: (string | undefined)[],
  ) {}

  see = (self: string): SeenLeases => ({
    holders: this.holders,
    waiting: this.waiting,
    isWaitingRenewed: true,
    self,
    ending: nobody,
    abandoned: nobody,
  })

  act(self: string): void {
    const { take, letGo, waits } = spreadShards(this.see(self))
    for (const shard of letGo) this.holders[shard] = undefined
    for (const shard of take) this.holders[shard] = self
    this.moves += take.length + letGo.length
    if (waits) this.waiting ??= self
    else if (this.waiting === self) this.waiting = undefined
  }

  counts = () => this.names.map((name) => this.holders.filter((holder) => holder === name).length)
}

const processes = fc.integer({ min: 1, max: 24 }).chain((count) => {
  const names = Array.from({ length: count }, (_, index) => `process-${index}`)
  return fc
    .array(fc.option(fc.constantFrom(...names), { nil: undefined }), {
      minLength: shardCount,
      maxLength: shardCount,
    })
    .map((holders) => new Processes(names, holders))
})

describe('the spread of shards over processes', () => {
  it('comes to be even, from whatever they hold and in whatever order they act, and then nothing moves any more', () => {
    fc.assert(
      fc.property(processes, fc.array(fc.nat(1000), { minLength: 24, maxLength: 24 }), (all, order) => {
        const round = () => {
          const inOrder = all.names
            .map((name, index) => ({ name, at: order[index] ?? 0 }))
            .sort((a, b) => a.at - b.at)
          for (const { name } of inOrder) all.act(name)
        }
        for (let rounds = 0; rounds < 4 * all.names.length + 4; rounds++) round()
        const { moves } = all
        for (let rounds = 0; rounds < 5; rounds++) round()
        expect(all.moves).toBe(moves)
        expect(all.waiting).toBeUndefined()
        const counts = all.counts()
        expect(counts.reduce((sum, count) => sum + count)).toBe(shardCount)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })

  it('has someone who may take each free shard, whoever is known to whom', () => {
    fc.assert(
      fc.property(processes, (all) => {
        const holders = new Set(all.holders.filter((holder) => holder !== undefined))
        const members = holders.size > 0 ? [...holders] : all.names.slice(0, 1)
        const free = all.holders.filter((holder) => holder === undefined).length
        const taken = members.map((name) => spreadShards(all.see(name)).take.length)
        expect(taken.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(Math.min(free, 1))
      }),
    )
  })

  it('moves no more than a new process takes', () => {
    const all = new Processes(
      ['a', 'b', 'c'],
      Array.from({ length: 16 }, (_, shard) => (shard < 8 ? 'a' : 'b')),
    )
    for (let rounds = 0; rounds < 5; rounds++) all.names.forEach((name) => all.act(name))
    expect(all.counts()).toEqual([6, 5, 5])
    expect(all.moves).toBe(10)
  })

  it('takes what lies abandoned though it has its part, unless somebody waits for it', () => {
    const holders = ['a', 'a', undefined, 'b']
    const seen = { holders, ...nobodyWaits, self: 'a', ending: nobody, abandoned: new Set([2]) }
    expect(spreadShards(seen).take).toEqual([2])
    expect(spreadShards({ ...seen, abandoned: nobody }).take).toEqual([])
    expect(spreadShards({ ...seen, waiting: 'b' }).take).toEqual([])
  })

  it('lets nothing go for one that waits until it was seen to live', () => {
    const seen = { holders: ['a', 'a'], waiting: 'b', self: 'a', ending: nobody, abandoned: nobody }
    expect(spreadShards({ ...seen, isWaitingRenewed: false }).letGo).toEqual([])
    expect(spreadShards({ ...seen, isWaitingRenewed: true }).letGo).toEqual([1])
  })

  it('neither takes nor counts a shard whose work still comes to its end here', () => {
    const seen = { ...nobodyWaits, self: 'a', abandoned: nobody }
    expect(spreadShards({ ...seen, holders: [undefined, 'a'], ending: new Set([0, 1]) })).toEqual({
      take: [],
      letGo: [],
      waits: true,
    })
  })
})
