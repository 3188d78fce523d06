import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HostRule } from '../../../cloud/cloud'
import { compareRules, isAnyChange, wantedRules, type NamedGroup } from './wanted-rules'

const hosts = [
  'a.example.com',
  'b.example.com',
  'c.example.com',
  '*.example.com',
  '*.d.example.com',
  'example.com',
]

/** Each host belongs to one group. */
const groups = fc
  .array(fc.tuple(fc.integer({ min: -1, max: 2 }), fc.boolean()), { minLength: 6, maxLength: 6 })
  .map((owners): NamedGroup[] =>
    [0, 1, 2].map((group) => ({
      targetGroupId: `group-${group}`,
      names: hosts.filter((_, index) => owners[index]?.[0] === group),
      action: owners[group]?.[1] ? 'redirect' : 'forward',
    })),
  )

/** Carries changes out one by one, as AWS would see them; tells the rules after each. */
function carryOut(present: HostRule[], wanted: NamedGroup[]): HostRule[][] {
  const { created, changed, deleted } = compareRules(present, wantedRules(wanted))
  const states = [present]
  const last = () => states.at(-1) ?? []
  for (const rule of created) states.push([...last(), { id: `rule-${rule.priority}`, ...rule }])
  for (const { id, rule } of changed) {
    const { band: _band, ...settings } = rule
    states.push(last().map((one) => (one.id === id ? { id, priority: one.priority, ...settings } : one)))
  }
  for (const id of deleted) states.push(last().filter((one) => one.id !== id))
  return states
}

describe('rules of a shared load balancer', () => {
  it('become what is wanted, each with a priority of its own, and then nothing is changed', () => {
    fc.assert(
      fc.property(groups, groups, (before, after) => {
        const present = carryOut([], before).at(-1) ?? []
        const made = carryOut(present, after).at(-1) ?? []
        expect(new Set(made.map(({ priority }) => priority)).size).toBe(made.length)
        expect(isAnyChange(compareRules(made, wantedRules(after)))).toBe(false)
        const named = made.flatMap((rule) => rule.hosts).sort()
        expect(named).toEqual(after.flatMap(({ names }) => names).sort())
      }),
    )
  })

  it('have at every moment one for each host that was and stays named', () => {
    fc.assert(
      fc.property(groups, groups, (before, after) => {
        const present = carryOut([], before).at(-1) ?? []
        const isNamed = (of: NamedGroup[], host: string) => of.some(({ names }) => names.includes(host))
        const staying = hosts.filter((host) => isNamed(before, host) && isNamed(after, host))
        for (const state of carryOut(present, after))
          for (const host of staying) expect(state.some((rule) => rule.hosts.includes(host))).toBe(true)
      }),
    )
  })

  it('are as few as there are ports, whichever zones their names are in', () => {
    const names = ['www.example.com', 'www.example.org']
    expect(wantedRules([{ targetGroupId: 'group-1', names, action: 'forward' }])).toHaveLength(1)
  })
})
