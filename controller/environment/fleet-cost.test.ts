import { describe, expect, it } from 'vitest'
import { charges } from '../../core/charges/charges'
import { buildInstance, buildProcess } from '../../tests/builders/environment-parts'
import { fleetCost } from './fleet-cost'

const instances = [
  buildInstance('a', { pricePerHour: 0.01 }),
  buildInstance('b', { pricePerHour: 0.02, instanceType: 'c7g.medium' }),
  buildInstance('c', { pricePerHour: 1, phase: 'Terminating' }),
  { ...buildInstance('d', { pricePerHour: 1, phase: 'Launching' }), instanceId: undefined },
]
const processes = [
  buildProcess('p', { clientToken: 'a', applicationId: 'web' }),
  buildProcess('q', { clientToken: 'a', applicationId: 'web' }),
  buildProcess('r', { clientToken: 'b', applicationId: 'web' }),
]
const costWith = (cores?: number) =>
  fleetCost(
    { instances, processes, cpuUse: cores === undefined ? [] : [{ applicationId: 'web', cores }] },
    () => 0.5,
  )

describe('what the instances of an environment cost', () => {
  it('counts CPU that processes ask for above the baseline of a burstable type, and of no other', () => {
    // A t4g.small sustains 0.4 cores; the system and the agent take 0.1.
    expect(costWith()).toBeCloseTo(0.03 + (2 * 0.5 + 0.1 - 0.4) * charges.surplusCpu.usd, 9)
  })

  it('counts Spot at the price of the market, and at that of the launch before it is known', () => {
    const spot = [
      buildInstance('a', { market: 'spot', pricePerHour: 1, marketPricePerHour: 2 }),
      buildInstance('b', { market: 'spot', pricePerHour: 4 }),
    ]
    expect(fleetCost({ instances: spot, processes: [] }, () => 0)).toBe(6)
  })

  it('counts what was measured where that is known, and never more than is asked for', () => {
    expect(costWith(0.25)).toBeCloseTo(0.03 + (2 * 0.25 + 0.1 - 0.4) * charges.surplusCpu.usd, 9)
    expect(costWith(0.1)).toBeCloseTo(0.03, 9)
    expect(costWith(3)).toBeCloseTo(costWith(), 9)
  })
})
