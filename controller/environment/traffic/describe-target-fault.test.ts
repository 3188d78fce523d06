import { describe, expect, it } from 'vitest'
import { describeTargetFault } from './describe-target-fault'

const describeFault = (reason?: string, description?: string) =>
  describeTargetFault({ state: 'unhealthy', reason, description }, 'GET /health on port 80')

describe('what a load balancer finds fault with', () => {
  it('is told in the words of its own, for each kind of failure', () => {
    const answered = (codes: string) =>
      describeFault('Target.ResponseCodeMismatch', `Health checks failed with these codes: [${codes}]`)
    expect(answered('400')).toBe(
      'Its load balancer was answered 400 to GET /health on port 80. It asks from another machine. Host is the private address of the instance, and the user agent is ELB-HealthChecker/2.0. Let the program answer it whatever the Host.',
    )
    expect(answered('301')).toContain('answered 301 to GET /health on port 80. Answer it there without')
    expect(answered('502, 503')).toBe('Its load balancer was answered 502, 503 to GET /health on port 80.')
    expect(describeFault('Target.Timeout', 'Request timed out')).toContain('was not answered in time')
    expect(describeFault('Target.FailedHealthChecks', 'Health checks failed')).toContain(
      'found nobody listening for GET /health on port 80',
    )
    expect(describeFault('Elb.InternalError', 'Health checks failed due to an internal error')).toContain(
      'because of an error of AWS',
    )
  })

  it('is told in those of AWS where they are others', () => {
    expect(describeFault('Target.NewReason', 'Something new')).toBe(
      'Its load balancer says of GET /health on port 80: Something new.',
    )
    expect(describeFault()).toContain('unhealthy, without a reason.')
  })

  it('is nothing while it has not made up its mind', () => {
    const checking = { state: 'initial', reason: 'Elb.InitialHealthChecking' } as const
    expect(describeTargetFault(checking, 'GET /health on port 80')).toBeUndefined()
  })
})
