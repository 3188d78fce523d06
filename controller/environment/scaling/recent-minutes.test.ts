import { describe, expect, it } from 'vitest'
import { buildProcess } from '../../../tests/builders/environment-parts'
import { RecentMinutes } from './recent-minutes'

const minute = 60_000
const now = 1_000 * minute
const process = (id: string, clientToken: string, healthyEpoch = 0) =>
  buildProcess(id, { clientToken, healthyEpoch })
const told = (epoch: number, cores: Record<string, number>) => ({
  epoch,
  processes: Object.entries(cores).map(([id, one]) => ({
    ...{ id, applicationId: 'web' },
    ...{ cores: one, mostCores: one },
  })),
})
const half = () => ({ cpu: 0.5, memoryMb: 200 })

describe('recent minutes', () => {
  it('have the share of each process, by what it asks for', () => {
    const recent = new RecentMinutes()
    recent.take('a', [told(now - 2 * minute, { p: 0.2 }), told(now - minute, { p: 0.4 })], now)
    expect(recent.of([process('p', 'a'), process('q', 'a')], half)).toEqual([
      { epoch: now - 2 * minute, cpu: [0.4, undefined], memory: [undefined, undefined] },
      { epoch: now - minute, cpu: [0.8, undefined], memory: [undefined, undefined] },
    ])
  })

  it('have the share of memory where the agent can tell it', () => {
    const recent = new RecentMinutes()
    const use = { applicationId: 'web', cores: 0.1, mostCores: 0.1 }
    const processes = [
      { id: 'p', ...use, memoryMb: 150 },
      { id: 'q', ...use },
    ]
    recent.take('a', [{ epoch: now - minute, processes }], now)
    const [minuteOfUse] = recent.of([process('p', 'a'), process('q', 'a')], half)
    expect(minuteOfUse?.memory).toEqual([0.75, undefined])
  })

  it('have nothing of a process that an agent tells of and another runs', () => {
    const recent = new RecentMinutes()
    recent.take('a', [told(now - minute, { p: 0.1, q: 0.5 })], now)
    recent.take('b', [told(now - minute, { q: 0.2 })], now)
    expect(recent.of([process('p', 'a'), process('q', 'b')], half)[0]?.cpu).toEqual([0.2, 0.4])
  })

  it('have nothing of a minute in which the process became healthy', () => {
    const recent = new RecentMinutes()
    recent.take('a', [told(now - minute, { p: 0.5 })], now)
    expect(recent.of([process('p', 'a', now - minute + 1)], half)[0]?.cpu).toEqual([undefined])
    expect(recent.of([process('p', 'a', now - minute)], half)[0]?.cpu).toEqual([1])
  })

  it('leave out minutes that are no whole ones, to come, or long past', () => {
    const recent = new RecentMinutes()
    const odd = [now - 10 * minute, now - minute + 1, now + minute].map((epoch) => told(epoch, { p: 1 }))
    recent.take('a', odd, now)
    expect(recent.of([process('p', 'a')], half)).toEqual([])
  })

  it('are asked for once a later one is over, and not again at once where there was none', () => {
    const recent = new RecentMinutes()
    expect(recent.askAfter('a', now)).toBe(now - 10 * minute)
    recent.take('a', [told(now - minute, { p: 1 })], now)
    expect(recent.askAfter('a', now + minute - 1)).toBeUndefined()
    expect(recent.askAfter('a', now + minute)).toBe(now - minute)
    recent.take('a', undefined, now + minute)
    expect(recent.askAfter('a', now + minute + 4_999)).toBeUndefined()
    expect(recent.askAfter('a', now + minute + 5_000)).toBe(now - minute)
    expect(recent.of([process('p', 'a')], half)).toHaveLength(1)
  })

  it('are forgotten with their instance', () => {
    const recent = new RecentMinutes()
    recent.take('a', [told(now - minute, { p: 1 })], now)
    recent.keep(new Set(['b']))
    expect(recent.of([process('p', 'a')], half)).toEqual([])
  })
})
