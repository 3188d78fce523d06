import { beforeEach, describe, expect, it } from 'vitest'
import { buildSimulatedAws, type SimulatedAwsBench } from '../../tests/builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../tests/builders/simulated-environment'
import type { HealthAnswer } from './traffic'

describe('simulated target groups', () => {
  let bench: SimulatedAwsBench
  let environment: Awaited<ReturnType<typeof buildSimulatedEnvironment>>
  let targetGroupId: string
  let url: string
  let target: { instanceId: string; port: number }

  beforeEach(async () => {
    bench = await buildSimulatedAws()
    environment = await buildSimulatedEnvironment(bench)
    const made = await environment.createLoadBalancer('balancer')
    targetGroupId = made.targetGroupId
    url = made.loadBalancer.url
    target = { instanceId: (await environment.launchRunning('token')).id, port: 50_000 }
  })
  const register = () => bench.account.loadBalancers.registerTargets(targetGroupId, [target])
  const deregister = () => bench.account.loadBalancers.deregisterTargets(targetGroupId, [target])
  const states = async () =>
    (await bench.account.loadBalancers.listTargets(targetGroupId)).map(({ state }) => state)
  const pool = () => bench.traffic.pools.get(url)?.()
  const pick = () => pool()?.pick(new Set())

  it('take a target in after two good checks', async () => {
    await register()
    expect(await states()).toEqual(['initial'])
    expect(pick()).toBeUndefined()
    await bench.clock.advance(999)
    expect(await states()).toEqual(['initial'])
    await bench.clock.advance(1)
    expect(await states()).toEqual(['healthy'])
    expect(pick()).toMatchObject({ host: '127.0.0.1', port: 50_000 })
  })

  it('take a target out after two bad checks, and in again after two good ones', async () => {
    await register()
    await bench.clock.advance(2000)
    bench.traffic.failing.set('127.0.0.1:50000', { status: 400 })
    await bench.clock.advance(1000)
    expect(await states()).toEqual(['healthy'])
    await bench.clock.advance(1000)
    expect(await states()).toEqual(['unhealthy'])
    expect(pick()).toBeUndefined()
    bench.traffic.failing.clear()
    await bench.clock.advance(2000)
    expect(await states()).toEqual(['healthy'])
  })

  it('say why they send a target nothing, in the words of AWS', async () => {
    const told = async (answer: HealthAnswer) => {
      bench.traffic.failing.set('127.0.0.1:50000', answer)
      await bench.clock.advance(2000)
      const [target] = await bench.account.loadBalancers.listTargets(targetGroupId)
      return [target?.state, target?.reason, target?.description]
    }
    await register()
    expect(await told({ status: 400 })).toEqual([
      'unhealthy',
      'Target.ResponseCodeMismatch',
      'Health checks failed with these codes: [400]',
    ])
    expect(await told({ isTimeout: true })).toEqual(['unhealthy', 'Target.Timeout', 'Request timed out'])
    expect(await told({ isTimeout: false })).toEqual([
      'unhealthy',
      'Target.FailedHealthChecks',
      'Health checks failed',
    ])
    expect(await told({ status: 204 })).toEqual(['healthy', undefined, undefined])
  })

  it('are asked by a private address of their subnet', async () => {
    await register()
    await bench.clock.advance(1000)
    expect(bench.traffic.asked.at(-1)).toMatchObject({
      host: '127.0.0.1',
      port: 50_000,
      path: '/health',
      privateHost: expect.stringMatching(/^10\.0\.\d+\.\d+:50000$/) as string,
    })
  })

  it('let a target without open requests go at once', async () => {
    await register()
    await bench.clock.advance(2000)
    await deregister()
    expect(await states()).toEqual([])
    expect(pick()).toBeUndefined()
  })

  it('drain a target with open requests until the last one is over', async () => {
    await register()
    await bench.clock.advance(2000)
    const finish = pick()?.begin()
    await deregister()
    expect(await states()).toEqual(['draining'])
    expect(pick()).toBeUndefined()
    await bench.clock.advance(20_000)
    finish?.()
    await bench.clock.advance(0)
    expect(await states()).toEqual([])
  })

  it('cut off what is still open when the drain time is over', async () => {
    await register()
    await bench.clock.advance(2000)
    const endpoint = pick()
    endpoint?.begin()
    await deregister()
    await bench.clock.advance(29_999)
    expect(endpoint?.gone.aborted).toBe(false)
    await bench.clock.advance(1)
    expect(endpoint?.gone.aborted).toBe(true)
    expect(await states()).toEqual([])
  })

  it('take a draining target in again only as a new one', async () => {
    await register()
    await bench.clock.advance(2000)
    const endpoint = pick()
    const finish = endpoint?.begin()
    await deregister()
    await register()
    expect(await states()).toEqual(['initial'])
    finish?.()
    await bench.clock.advance(2000)
    expect(await states()).toEqual(['healthy'])
    expect(pick()).not.toBe(endpoint)
  })

  it('send nothing to an instance that ends, and show its target as unused', async () => {
    await register()
    await bench.clock.advance(2000)
    const finish = pick()?.begin()
    await bench.account.instances.terminate([target.instanceId])
    expect(pick()).toBeUndefined()
    finish?.()
    await bench.clock.advance(1000)
    expect(await states()).toEqual(['unused'])
    await deregister()
    expect(await states()).toEqual([])
  })

  it('get no requests before their load balancer is active', async () => {
    const { loadBalancer, targetGroupId } = await environment.createLoadBalancer('new')
    const poolOfNew = bench.traffic.pools.get(loadBalancer.url)
    await bench.account.loadBalancers.registerTargets(targetGroupId, [target])
    expect(poolOfNew?.()).toBeUndefined()
    await bench.clock.advance(500)
    expect(poolOfNew?.()).toBeDefined()
  })

  it('close the port of a deleted load balancer, and of one that was refused', async () => {
    const { id } = (await bench.account.loadBalancers.list({}))[0] ?? { id: '' }
    await bench.account.loadBalancers.delete(id)
    await expect(environment.createLoadBalancer('-wrong-')).rejects.toMatchObject({ kind: 'invalid' })
    expect([...bench.traffic.pools.keys()]).toEqual([])
  })
})
