import { describe, expect, it } from 'vitest'
import { instancePerHour, loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'
import { most, mostCost } from './cost'

describe('what the trial costs at most', () => {
  it('is below 2 USD', () => {
    expect(mostCost(most).usd).toBeLessThan(2)
    expect(mostCost(most).usd).toBeGreaterThan(0.5)
  })

  it('is the sum of its lines, each of which grows with what there is of it', () => {
    const { lines, usd } = mostCost(most)
    expect(lines.reduce((sum, line) => sum + line.usd, 0)).toBeCloseTo(usd, 9)
    const [instances = 0, balancers = 0, experiment = 0] = lines.map((line) => line.usd)
    const twice = mostCost({ ...most, instances: most.instances * 2 }).lines
    expect(twice[0]?.usd).toBeCloseTo(instances * 2, 9)
    expect(instances).toBeGreaterThan(most.hours * most.instances * instancePerHour)
    expect(balancers).toBeGreaterThan(most.hours * most.loadBalancers * loadBalancerWithAddressesPerHour)
    expect(experiment).toBeCloseTo(0.2, 9)
  })
})
