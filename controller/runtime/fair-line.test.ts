import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairLine } from './fair-line'

const takeAll = (line: FairLine) => {
  const keys: string[] = []
  for (let taken = line.take(); taken; taken = line.take()) keys.push(taken.key)
  return keys
}

describe('FairLine', () => {
  it('lets owners take turns, however much one of them brought', () => {
    const line = new FairLine(() => Infinity)
    for (const key of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) line.add(key, key.charAt(0), 0)
    expect(takeAll(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('passes over an owner who has as much as they may, until one of theirs is done', () => {
    const line = new FairLine(() => 1)
    for (const key of ['a1', 'a2', 'b1']) line.add(key, key.charAt(0), 0)
    expect(takeAll(line)).toEqual(['a1', 'b1'])
    line.done('a', 5)
    expect(line.take()).toEqual({ key: 'a2', owner: 'a', waitedSince: 5 })
  })

  it('keeps the turn of an owner who had to be passed over', () => {
    let allowed = 0
    const line = new FairLine((owner) => (owner === 'a' ? allowed : Infinity))
    for (const key of ['a1', 'b1', 'b2', 'c1']) line.add(key, key.charAt(0), 0)
    expect(line.take()?.key).toBe('b1')
    allowed = 1
    expect(takeAll(line)).toEqual(['a1', 'c1', 'b2'])
  })

  it('loses no key and gives none twice, exceeds no allowance, and starts nobody a second time while another could start', () => {
    const owner = fc.constantFrom('a', 'b', 'c', 'd')
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('add' as const), owner }) },
      { weight: 2, arbitrary: fc.record({ type: fc.constant('take' as const) }) },
      { weight: 2, arbitrary: fc.record({ type: fc.constant('done' as const), owner }) },
      fc.record({ type: fc.constant('allow' as const), owner, allowance: fc.nat(3) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const allowances: Record<string, number> = { a: 2, b: 2, c: 2, d: 2 }
        const running: Record<string, number> = { a: 0, b: 0, c: 0, d: 0 }
        const waiting: Record<string, string[]> = { a: [], b: [], c: [], d: [] }
        /** Of each owner who waits, whom they saw start since they could. */
        const seen = new Map<string, string[]>()
        const line = new FairLine((name) => allowances[name] ?? 0)
        const mayStart = (name: string) =>
          (waiting[name]?.length ?? 0) > 0 && (running[name] ?? 0) < (allowances[name] ?? 0)
        const take = () => {
          const taken = line.take()
          if (!taken) {
            expect(Object.keys(waiting).filter(mayStart)).toEqual([])
            return
          }
          expect(mayStart(taken.owner)).toBe(true)
          expect(waiting[taken.owner]?.shift()).toBe(taken.key)
          running[taken.owner] = (running[taken.owner] ?? 0) + 1
          seen.delete(taken.owner)
          for (const name of Object.keys(waiting))
            if (mayStart(name)) seen.set(name, [...(seen.get(name) ?? []), taken.owner])
            else seen.delete(name)
          for (const owners of seen.values()) expect(new Set(owners).size).toBe(owners.length)
        }
        let number = 0
        for (const step of steps)
          if (step.type === 'add') {
            const key = `${step.owner}${number++}`
            line.add(key, step.owner, 0)
            waiting[step.owner]?.push(key)
          } else if (step.type === 'take') take()
          else if (step.type === 'allow') {
            allowances[step.owner] = step.allowance
            seen.clear()
          } else if ((running[step.owner] ?? 0) > 0) {
            line.done(step.owner, 0)
            running[step.owner] = (running[step.owner] ?? 0) - 1
          }
        expect(line.size).toBe(Object.values(waiting).flat().length)
        for (const name of Object.keys(allowances)) allowances[name] = Infinity
        while (line.size > 0) take()
        expect(Object.values(waiting).flat()).toEqual([])
      }),
    )
  })
})
