import { describe, expect, it } from 'vitest'
import type { LoadBalancing } from '../../core/resources/environment'
import { leadingBalancers } from '../../core/resources/leading-balancers'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { followAddresses } from './followers'

const app = (name: string, changes: object = {}) =>
  buildApplicationSpec(name, { count: 2, ports: [{ port: 80 }], ...changes })

const applications = [
  app('web'),
  app('api', { ports: [{ port: 8080 }] }),
  app('admin', { ports: [{ port: 80 }] }),
]

async function buildLive(loadBalancing: LoadBalancing) {
  const bench = await buildEnvironmentBench({ spec: { loadBalancing } })
  await bench.runUntilPhase(await bench.deploy(...applications), 'Live')
  await bench.runUntilReady()
  const count = () => bench.snapshot().loadBalancers.length
  const isSettled = async (wanted: LoadBalancing) => {
    const { balancing, loadBalancers, processes } = await bench.status()
    return (
      (balancing?.present ?? 'OWN') === wanted &&
      !balancing?.next &&
      loadBalancers.every(({ listenerPort }) => (listenerPort !== undefined) === (wanted === 'SHARED')) &&
      processes.every(({ phase }) => phase === 'Serving')
    )
  }
  return {
    ...bench,
    count,
    runUntilSettled: (wanted: LoadBalancing) =>
      bench.runUntil(`it has what is ${wanted}`, () => isSettled(wanted), 2400),
  }
}

describe('an environment with one load balancer', () => {
  it('has the first port at 80 and each other at a listener of its own, and goes without a trace', async () => {
    const bench = await buildLive('SHARED')
    expect(bench.count()).toBe(1)
    const status = await bench.status()
    expect(
      leadingBalancers(status).map(({ applicationId, port, listenerPort }) => [
        applicationId,
        port,
        listenerPort,
      ]),
    ).toEqual([
      ['web', 80, 80],
      ['api', 8080, 8081],
      ['admin', 80, 8082],
    ])
    expect(new Set(status.loadBalancers.map(({ url }) => url)).size).toBe(3)
    await bench.delete()
    expect(await bench.leftovers()).toMatchObject({
      vpcs: [],
      loadBalancers: [],
      targetGroups: 0,
      securityGroups: 0,
    })
  })

  it.each([
    ['OWN', 'SHARED'],
    ['SHARED', 'OWN'],
  ] as const)('loses none of 10,000 requests from %s to %s', async (from, to) => {
    const bench = await buildLive(from)
    const followed = followAddresses(
      bench,
      applications.map(({ applicationId }) => applicationId),
    )
    await bench.runFor(30)
    await bench.changeSpec({ loadBalancing: to })
    await bench.runUntilSettled(to)
    await bench.runFor(120)
    const { sent, lost } = await followed.end()
    expect(lost.slice(0, 5)).toEqual([])
    expect(sent).toBeGreaterThan(10_000)
    expect(bench.count()).toBe(to === 'SHARED' ? 1 : 3)
    expect(await bench.leftovers()).toMatchObject({ targetGroups: 3 })
  })

  it('changes an exposed port without losing a request, and keeps its address', async () => {
    const bench = await buildLive('SHARED')
    const addressOf = async (id: string) =>
      leadingBalancers(await bench.status()).find(({ applicationId }) => applicationId === id)?.url
    const before = await addressOf('api')
    const followed = followAddresses(bench, ['web', 'api'])
    await bench.runUntilPhase(
      await bench.deploy(app('web'), app('api', { tag: '2', ports: [{ port: 9090 }] }), app('admin')),
      'Live',
    )
    await bench.runUntilReady()
    await bench.runFor(120)
    const { sent, lost } = await followed.end()
    expect(lost.slice(0, 5)).toEqual([])
    expect(sent).toBeGreaterThan(1000)
    expect(await addressOf('api')).toBe(before)
    expect(
      (await bench.status()).loadBalancers.filter(({ applicationId }) => applicationId === 'api'),
    ).toMatchObject([{ port: 9090, listenerPort: 8081 }])
    expect(bench.count()).toBe(1)
  })

  it('takes the listener of an application that goes, and gives none of its own to the others', async () => {
    const bench = await buildLive('SHARED')
    const followed = followAddresses(bench, ['web', 'admin'])
    await bench.runUntilPhase(await bench.deploy(app('web'), app('admin')), 'Live')
    await bench.runUntil(
      'its listener is gone',
      async () => (await bench.status()).loadBalancers.length === 2,
    )
    await bench.runUntilReady()
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
    expect(bench.snapshot().loadBalancers[0]?.listeners.map(({ port }) => port)).toEqual([80, 8082])
  })

  it('keeps what it has when somebody thinks better of it', async () => {
    const bench = await buildLive('OWN')
    const followed = followAddresses(bench, ['web', 'api', 'admin'])
    await bench.changeSpec({ loadBalancing: 'SHARED' })
    await bench.runUntil('it makes one', () => bench.count() === 4)
    await bench.changeSpec({ loadBalancing: 'OWN' })
    await bench.runUntilSettled('OWN')
    await bench.runUntilReady()
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
    expect(bench.count()).toBe(3)
  })
})
