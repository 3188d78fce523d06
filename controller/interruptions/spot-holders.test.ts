import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../../core/resources/environment'
import { buildInstance } from '../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../tests/builders/resource-status'
import { SpotHolders } from './spot-holders'

const accountOf = (name: string) => (name === 'third' ? 'two' : 'one')

const environment = (name: string, instances: ReturnType<typeof buildInstance>[]) =>
  ({ spec: { awsAccount: accountOf(name) }, status: buildEnvironmentStatus({ instances }) }) as Environment

describe('who holds Spot instances', () => {
  it('is by account what the newest of each environment says, and every change of it is told', () => {
    const act = fc.record({
      name: fc.constantFrom('first', 'second', 'third'),
      market: fc.option(fc.constantFrom('spot' as const, 'on-demand' as const), { nil: undefined }),
      phase: fc.constantFrom('Running' as const, 'Terminating' as const),
    })
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        const holders = new SpotHolders()
        const present = new Map<string, boolean>()
        const expected = () =>
          new Set([...present].filter(([, hasSpot]) => hasSpot).map(([name]) => accountOf(name)))
        for (const { name, market, phase } of acts) {
          const before = expected()
          if (market) present.set(name, market === 'spot' && phase === 'Running')
          else present.delete(name)
          const isTold = holders.update(
            name,
            market && environment(name, [buildInstance(name, { market, phase })]),
          )
          expect(holders.accountsWithSpot()).toEqual(expected())
          expect(isTold).toBe(before.size !== expected().size)
        }
      }),
    )
  })

  it('says whose an instance is, until that environment has it no more', () => {
    const holders = new SpotHolders()
    holders.update('first', environment('first', [buildInstance('1')]))
    expect(holders.environmentOf('one', 'i-1')).toBe('first')
    expect(holders.environmentOf('two', 'i-1')).toBeUndefined()
    holders.update('first', environment('first', []))
    expect(holders.environmentOf('one', 'i-1')).toBeUndefined()
  })
})
