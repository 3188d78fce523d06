import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { FirstThings } from '../../../db/queries/navigation'
import { firstStepNames, firstSteps } from './first-steps'

const nothing: FirstThings = { account: null, environment: null, application: null, deployment: null }
const named = fc.record({ id: fc.uuid(), name: fc.string() })
const orNone = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null })
const states = fc.constantFrom('INITIALIZING', 'INITIAL_SETUP', 'FAILURE', 'SUCCESS' as const)
const things = fc.record({
  account: orNone(fc.tuple(named, states).map(([one, state]) => ({ ...one, state }))),
  environment: orNone(named),
  application: orNone(fc.tuple(named, fc.boolean()).map(([one, hasVersion]) => ({ ...one, hasVersion }))),
  deployment: orNone(fc.record({ id: fc.uuid(), environmentId: fc.uuid() })),
})

describe('the first steps', () => {
  it('begin with the account, which only an admin links', () => {
    expect(firstSteps(nothing, true)).toMatchObject({ done: [], next: 'link-account', isForAdmin: false })
    expect(firstSteps(nothing, false)).toMatchObject({ next: 'link-account', isForAdmin: true })
  })

  it('lead to the next one that is open, whatever was done out of turn', () => {
    fc.assert(
      fc.property(things, fc.boolean(), (have, isAdmin) => {
        const { done, next } = firstSteps(have, isAdmin)
        expect(done).not.toContain(next)
        const before = firstStepNames.slice(0, firstStepNames.indexOf(next))
        expect(done.slice(0, before.length)).toEqual(before)
      }),
    )
  })

  it('end with the address, once everything is under way', () => {
    const all = {
      account: { id: 'a', name: 'Main', state: 'SUCCESS' as const },
      environment: { id: 'e', name: 'Production' },
      application: { id: 'p', name: 'Shop', hasVersion: true },
      deployment: { id: 'd', environmentId: 'e' },
    }
    expect(firstSteps(all, false)).toMatchObject({ next: 'open-address', isForAdmin: false })
    expect(firstSteps({ ...all, deployment: null }, false).next).toBe('deploy')
  })
})
