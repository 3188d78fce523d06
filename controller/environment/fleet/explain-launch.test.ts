import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import type { Demand } from '../workload/goal'
import { explainLaunch } from './explain-launch'

const application = buildApplicationSpec('web')
const demand: Demand = {
  ...{ key: 'web', application, releaseId: 'r', deployment: 'd', isNew: false },
}
const instance = (clientToken: string, changes: Partial<InstanceStatus> = {}): InstanceStatus => ({
  ...{ clientToken, instanceId: `i-${clientToken}`, instanceType: 'c7g.medium', zone: 'a', market: 'spot' },
  ...{ pricePerHour: 0.012, vcpu: 1, memoryMib: 2048, phase: 'Launching', lastSeenEpoch: 0 },
  ...changes,
})
const process = (id: string, clientToken: string): ProcessStatus => ({
  ...{ id, applicationId: application.applicationId, releaseId: 'r', deployment: 'd', clientToken },
  ...{ phase: 'Pending', requestedEpoch: 0, ports: [], restarts: 0 },
})
const explain = (launched: InstanceStatus, others: InstanceStatus[], processes: ProcessStatus[]) =>
  explainLaunch({ wanted: [demand], fallback: [] }, { instances: [launched, ...others], processes }, launched)

describe('the reason of a launch', () => {
  it('names what the instance is for, what it costs, and what the same costs on-demand', () => {
    const why = explain(
      instance('a', { onDemandPricePerHour: 0.04 }),
      [],
      [process('1', 'a'), process('2', 'a')],
    )
    expect(why).toBe(
      ', for 2 × web (version 1), because no running instance has room. It costs $0.0120/h (on-demand $0.0400/h)',
    )
  })

  it('names the instances in whose place it comes, and no others that leave, with the difference', () => {
    const leaving = [
      instance('b', { phase: 'Draining', pricePerHour: 0.01 }),
      instance('c', { phase: 'Draining' }),
    ]
    const why = explain(instance('a', { market: 'on-demand', pricePerHour: 4.15 }), leaving, [
      process('1', 'a'),
      process('2', 'b'),
    ])
    expect(why).toBe(
      ', for 1 × web (version 1), in place of i-b. It costs $4.1500/h, what goes $0.0100/h: $4.1400/h more',
    )
  })

  it('tells the difference of all that are launched now in the same place', () => {
    const others = [instance('b', { phase: 'Draining', pricePerHour: 0.05 }), instance('c')]
    const why = explain(instance('a'), others, [process('1', 'a'), process('2', 'b'), process('3', 'c')])
    expect(why).toBe(
      ', for 1 × web (version 1), in place of i-b. It costs $0.0120/h. The 2 launched now cost $0.0240/h, what goes $0.0500/h: $0.0260/h less',
    )
  })

  it('claims no saving, and figures that add up as they are told, whatever comes and goes', () => {
    const price = fc.double({ min: 0.0001, max: 20, noNaN: true })
    const scene = fc.record({
      market: fc.constantFrom('spot', 'on-demand'),
      onDemand: fc.option(price, { nil: undefined }),
      pricePerHour: price,
      leaving: fc.array(price, { maxLength: 4 }),
      others: fc.nat(2),
    })
    fc.assert(
      fc.property(scene, ({ market, onDemand, pricePerHour, leaving, others }) => {
        const launched = instance('a', { market, pricePerHour, onDemandPricePerHour: onDemand })
        const going = leaving.map((each, index) =>
          instance(`g${index}`, { phase: 'Draining', pricePerHour: each }),
        )
        const coming = Array.from({ length: others }, (_, index) => instance(`n${index}`))
        const all = [...going, ...coming]
        const why = explain(launched, all, [
          process('1', 'a'),
          ...all.map(({ clientToken }) => process(clientToken, clientToken)),
        ])
        expect(why).not.toMatch(/save/)
        const told = (pattern: RegExp) => Math.round(Number(pattern.exec(why)?.[1]) * 10_000)
        const costs = told(/It costs \$([\d.]+)/)
        expect(costs).toBe(Math.round(pricePerHour * 10_000))
        expect(/on-demand \$/.test(why)).toBe(market === 'spot' && onDemand !== undefined)
        expect(/: (\$[\d.]+\/h (more|less)|as much)$/.test(why)).toBe(leaving.length > 0)
        if (leaving.length === 0) return
        const sumOf = (prices: number[]) => Math.round(prices.reduce((sum, each) => sum + each, 0) * 10_000)
        const comes = others === 0 ? costs : told(/launched now cost \$([\d.]+)/)
        expect(comes).toBe(sumOf([pricePerHour, ...coming.map((each) => each.pricePerHour)]))
        const goes = told(/what goes \$([\d.]+)/)
        expect(goes).toBe(sumOf(leaving))
        const sign = why.endsWith(' more') ? 1 : why.endsWith(' less') ? -1 : 0
        expect(sign === 0 ? 0 : sign * told(/: \$([\d.]+)\/h (?:more|less)$/)).toBe(comes - goes)
      }),
    )
  })
})
