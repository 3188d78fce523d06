import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventFilter } from '../cloud/cloud'
import { findNewestLines } from './newest-lines'

const minute = 60_000

/** A group with lines at these times, whose pages have at most so many lines; every other page may be empty, as AWS's are. */
function buildGroup(epochs: number[], { pageLines = 10_000, hasEmptyPages = false } = {}) {
  const all = [...epochs]
    .sort((a, b) => a - b)
    .map((epoch, index) => ({ stream: 'a', epoch, text: `line ${index}` }))
  let calls = 0
  const filterEvents = ({ fromEpoch, untilEpoch, most, token = '0' }: EventFilter) => {
    calls += 1
    const found = all.filter(({ epoch }) => epoch >= fromEpoch && epoch < untilEpoch)
    const [at = 0, wasEmpty = 0] = token.split('/').map(Number)
    if (hasEmptyPages && wasEmpty === 0) return Promise.resolve({ lines: [], token: `${at}/1` })
    const end = at + Math.min(most, pageLines)
    return Promise.resolve({ lines: found.slice(at, end), ...(end < found.length && { token: `${end}/0` }) })
  }
  return { all, filterEvents, calls: () => calls }
}

const bounds = { lines: 10, characters: 10_000, calls: 30 }

describe('the newest lines', () => {
  it('are the end of what was printed, without a gap, within every bound', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 100 * minute }), { maxLength: 100 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        async (epochs, hasEmptyPages, pageLines) => {
          const group = buildGroup(epochs, { hasEmptyPages, pageLines })
          const range = { group: 'g', fromEpoch: 0, untilEpoch: 100 * minute + 1 }
          const { lines, reachedEpoch } = await findNewestLines(group, range, bounds)
          expect(lines).toEqual(group.all.filter(({ epoch }) => epoch >= reachedEpoch))
          expect(lines.length).toBeLessThanOrEqual(bounds.lines)
          expect(group.calls()).toBeLessThanOrEqual(bounds.calls)
          if (group.all.length > 0 && pageLines >= bounds.lines) expect(lines.length).toBeGreaterThan(0)
        },
      ),
    ))

  it('go on before those that an answer had, until all were seen once', async () => {
    const group = buildGroup(Array.from({ length: 95 }, (_, index) => index * 7000))
    const seen: string[] = []
    let untilEpoch = 100 * minute
    for (let answers = 0; untilEpoch > 0 && answers < 50; answers++) {
      const answer = await findNewestLines(group, { group: 'g', fromEpoch: 0, untilEpoch }, bounds)
      seen.unshift(...answer.lines.map(({ text }) => text))
      untilEpoch = answer.reachedEpoch
    }
    expect(seen).toEqual(group.all.map(({ text }) => text))
  })

  it('of 10,000 a second are found in few calls', async () => {
    const group = buildGroup(Array.from({ length: 20_000 }, (_, index) => Math.floor(index / 10)))
    const range = { group: 'g', fromEpoch: 0, untilEpoch: 2000 }
    const { lines } = await findNewestLines(group, range, { ...bounds, lines: 500 })
    expect(lines.at(-1)).toEqual(group.all.at(-1))
    expect(group.calls()).toBeLessThan(20)
  })

  it('are found in two calls, too, which is what each of ten groups has', async () => {
    const group = buildGroup(Array.from({ length: 100_000 }, (_, index) => Math.floor(index / 10)))
    const range = { group: 'g', fromEpoch: 0, untilEpoch: 10_000 }
    const { lines } = await findNewestLines(group, range, { ...bounds, lines: 500, calls: 2 })
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.at(-1)).toEqual(group.all.at(-1))
  })

  it('say how far they reach where the calls ran out', async () => {
    const group = buildGroup([0])
    const range = { group: 'g', fromEpoch: 0, untilEpoch: 1000 * minute, text: 'line' }
    expect(await findNewestLines(group, range, { ...bounds, calls: 2 })).toEqual({
      lines: [],
      reachedEpoch: 995 * minute,
    })
  })

  it('of a group that was quiet lately are found by the last call, however long ago they were printed', async () => {
    const group = buildGroup([0, 500 * minute])
    const range = { group: 'g', fromEpoch: 0, untilEpoch: 1000 * minute }
    const found = await findNewestLines(group, range, { ...bounds, calls: 2 })
    expect(found).toEqual({ lines: group.all, reachedEpoch: 0 })
  })

  it('of a group that printed too much before are not sought in all of it at once', async () => {
    const busy = Array.from({ length: 10_000 }, (_, index) => 995 * minute + index)
    const group = buildGroup(busy)
    const range = { group: 'g', fromEpoch: 0, untilEpoch: 1000 * minute }
    const { reachedEpoch } = await findNewestLines(group, range, { ...bounds, calls: 3 })
    expect(reachedEpoch).toBeGreaterThan(995 * minute)
    expect(reachedEpoch).toBeLessThan(999 * minute)
  })

  it('take no more room than they may', async () => {
    const group = buildGroup([1, 2, 3])
    const range = { group: 'g', fromEpoch: 0, untilEpoch: 10 }
    const { lines, reachedEpoch } = await findNewestLines(group, range, { ...bounds, characters: 13 })
    expect(lines.map(({ text }) => text)).toEqual(['line 1', 'line 2'])
    expect(reachedEpoch).toBe(2)
  })
})
