import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAddressOf, loadBalancerNameOf } from './balancer-names'
import { exposedPortOf, purposeOf } from './exposed-ports'

const exposedPorts = fc.record({
  applicationId: fc.string({ minLength: 1 }),
  port: fc.integer({ min: 1, max: 65535 }),
})

describe('an exposed port', () => {
  it('is read back from the purpose that its load balancer is tagged with', () => {
    fc.assert(
      fc.property(exposedPorts, (exposed) => {
        fc.pre(!exposed.applicationId.includes('\n'))
        expect(exposedPortOf(purposeOf(exposed))).toEqual(exposed)
      }),
    )
    expect(exposedPortOf('lb/web/80@2')).toEqual({ applicationId: 'web', port: 80, generation: 2 })
    expect(exposedPortOf('instance')).toBeUndefined()
    expect(exposedPortOf(undefined)).toBeUndefined()
  })

  it('gives its load balancer a name that AWS takes, of its own', () => {
    const name = loadBalancerNameOf('env-1', { applicationId: 'web', port: 80 })
    expect(name).toMatch(/^[a-z0-9-]{1,32}$/)
    expect(loadBalancerNameOf('env-1', { applicationId: 'web', port: 81 })).not.toBe(name)
    expect(loadBalancerNameOf('env-2', { applicationId: 'web', port: 80 })).not.toBe(name)
  })

  it('gives each of its load balancers a name as long, and knows the address of any for its own', () => {
    const exposed = { applicationId: 'web', port: 80 }
    const first = loadBalancerNameOf('env-1', exposed)
    const next = loadBalancerNameOf('env-1', { ...exposed, generation: 12 })
    expect(next).toMatch(/^sdo-[0-9a-f]{20}0012$/)
    for (const name of [first, next]) {
      expect(isAddressOf('env-1', exposed, `${name}-123.us-east-1.elb.amazonaws.com`)).toBe(true)
      expect(isAddressOf('env-2', exposed, `${name}-123.us-east-1.elb.amazonaws.com`)).toBe(false)
    }
    expect(isAddressOf('env-1', exposed, 'www.example.com')).toBe(false)
  })
})
