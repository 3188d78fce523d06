import { describe, expect, it } from 'vitest'
import { buildSimulatedAws } from '../../tests/builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../tests/builders/simulated-environment'
import type { Timings } from '../timings'

/** A target that is registered now, and what AWS says of it. */
async function buildRegistered(timings: Partial<Timings>) {
  const bench = await buildSimulatedAws({ timings: { ...timings, loadBalancerProvisioningMs: 60_000 } })
  const environment = await buildSimulatedEnvironment(bench)
  const { id } = await environment.launchRunning('token')
  const { targetGroupId } = await environment.createLoadBalancer('balancer')
  await bench.account.loadBalancers.registerTargets(targetGroupId, [{ instanceId: id, port: 50_000 }])
  const told = async () => {
    const [target] = await bench.account.loadBalancers.listTargets(targetGroupId)
    return target?.reason ?? target?.state
  }
  return { bench, told }
}

describe('the health of a target', () => {
  it('is that it is being registered until its load balancer is active', async () => {
    const { bench, told } = await buildRegistered({})
    await bench.clock.advance(59_999)
    expect(await told()).toBe('Elb.RegistrationInProgress')
    await bench.clock.advance(1)
    expect(await told()).toBe('healthy')
  })

  it('is told late, for better and worse, and never later than the account says', async () => {
    const lagMs = 5000
    const { bench, told } = await buildRegistered({ targetLagMs: lagMs })
    await bench.clock.advance(60_000 + lagMs)
    expect(await told()).toBe('healthy')
    const seenWithin = async (state: string) => {
      const changedEpoch = bench.clock.now()
      // Two checks, a second apart.
      while ((await told()) !== state) await bench.clock.advance(100)
      return bench.clock.now() - changedEpoch
    }
    const lags: number[] = []
    for (let round = 0; round < 5; round++) {
      bench.traffic.failing.set('127.0.0.1:50000', { status: 500 })
      lags.push(await seenWithin('Target.ResponseCodeMismatch'))
      bench.traffic.failing.clear()
      lags.push(await seenWithin('healthy'))
    }
    expect(Math.max(...lags)).toBeGreaterThan(2000)
    expect(Math.max(...lags)).toBeLessThanOrEqual(2100 + lagMs)
  })
})
