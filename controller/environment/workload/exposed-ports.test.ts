import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exposedPortOf, loadBalancerNameOf, purposeOf } from './exposed-ports'

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
    expect(exposedPortOf('instance')).toBeUndefined()
    expect(exposedPortOf(undefined)).toBeUndefined()
  })

  it('gives its load balancer a name that AWS takes, of its own', () => {
    const name = loadBalancerNameOf('env-1', { applicationId: 'web', port: 80 })
    expect(name).toMatch(/^[a-z0-9-]{1,32}$/)
    expect(loadBalancerNameOf('env-1', { applicationId: 'web', port: 81 })).not.toBe(name)
    expect(loadBalancerNameOf('env-2', { applicationId: 'web', port: 80 })).not.toBe(name)
  })
})
