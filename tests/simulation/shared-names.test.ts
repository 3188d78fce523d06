import { describe, expect, it } from 'vitest'
import type { LoadBalancing } from '../../core/resources/environment'
import { buildApplicationSpec } from '../builders/environment-parts'
import { instantTimings } from '../builders/instant-timings'
import { routeOf } from '../../simulator/load-balancing/route-request'
import { real } from '../../simulator/profiles/real'
import { buildCertificateBench, noHttps } from './certificate-bench'
import { followNames } from './followers'

const app = (name: string, changes: object = {}) =>
  buildApplicationSpec(name, { count: 2, ports: [{ port: 80, subdomain: name }], ...changes })

const applications = [
  app('web', { ports: [{ port: 80, subdomain: 'www' }] }),
  app('api', { ports: [{ port: 8080, subdomain: 'api' }] }),
  app('admin', { ports: [{ port: 80, subdomain: '*.admin' }] }),
]

const namesIn = (end: string) => ({
  [`www.${end}`]: 'web',
  [`api.${end}`]: 'api',
  [`*.admin.${end}`]: 'admin',
})

async function buildLinked(loadBalancing: LoadBalancing, changes: object = {}) {
  const bench = await buildCertificateBench({ spec: { loadBalancing }, ...changes })
  await bench.runUntilPhase(await bench.deploy(...applications), 'Live')
  await bench.link({ hostedZone: 'zone-1', subdomain: 'staging' })
  const isHttps = async (end: string) => {
    const { dns, loadBalancers } = await bench.status()
    const names = Object.keys(namesIn(end))
    return (
      dns?.records.length === names.length &&
      loadBalancers.every(({ https }) => https?.phase === 'Open') &&
      names.every((name) => bench.names().includes(name) && isSent(name))
    )
  }
  const isSent = (name: string) => {
    const listener = bench.listenersOf(name).find(({ port }) => port === 80)
    return listener !== undefined && routeOf(listener, name, bench.clock.now()).action === 'redirect'
  }
  const runUntilHttps = (end: string) => bench.runUntil(`HTTPS of ${end}`, () => isHttps(end), 1200)
  await runUntilHttps('staging.example.com')
  // Until it is taken for settled.
  await bench.runFor(30)
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
    runUntilHttps,
    runUntilSettled: (wanted: LoadBalancing) =>
      bench.runUntil(`it has what is ${wanted}`, () => isSettled(wanted), 2400),
  }
}

describe('names behind one load balancer', () => {
  it('are told apart by rules, on HTTPS with the certificate of each', async () => {
    const bench = await buildLinked('SHARED')
    expect(bench.count()).toBe(1)
    const listeners = bench.snapshot().loadBalancers[0]?.listeners ?? []
    const rulesOf = (port: number) =>
      listeners
        .find((one) => one.port === port)
        ?.rules?.map(({ hosts, action }) => [hosts, action])
        .sort()
    expect(rulesOf(443)).toEqual([
      [['*.admin.staging.example.com'], 'forward'],
      [['api.staging.example.com'], 'forward'],
      [['www.staging.example.com'], 'forward'],
    ])
    expect(rulesOf(80)).toEqual([
      [['*.admin.staging.example.com'], 'redirect'],
      [['api.staging.example.com'], 'redirect'],
      [['www.staging.example.com'], 'redirect'],
    ])
    expect(listeners.find(({ port }) => port === 443)).toMatchObject({ action: 'not-found' })
    const followed = followNames(bench, namesIn('staging.example.com'))
    await bench.runFor(60)
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
  })

  it.each([
    ['OWN', 'SHARED'],
    ['SHARED', 'OWN'],
  ] as const)('lose none of 10,000 requests from %s to %s', async (from, to) => {
    const bench = await buildLinked(from)
    const followed = followNames(bench, namesIn('staging.example.com'))
    await bench.runFor(30)
    await bench.changeSpec({ loadBalancing: to })
    await bench.runUntilSettled(to)
    await bench.runFor(120)
    const { sent, lost } = await followed.end()
    expect(lost.slice(0, 5)).toEqual([])
    expect(sent).toBeGreaterThan(10_000)
    expect(bench.count()).toBe(to === 'SHARED' ? 1 : 3)
  })

  it('lose no request while their zone comes, another takes its place, and goes', async () => {
    const bench = await buildLinked('SHARED')
    await bench.addZone('zone-2', 'example.org')
    const former = followNames(bench, namesIn('staging.example.com'))
    await bench.link({ hostedZone: 'zone-2' })
    await bench.runUntilHttps('example.org')
    const followed = followNames(bench, namesIn('example.org'))
    await bench.runFor(400)
    await bench.unlink()
    expect((await former.end()).lost.slice(0, 5)).toEqual([])
    await bench.runUntil('no name leads here', () => bench.names().length === 0)
    await bench.runFor(200)
    const { sent, lost } = await followed.end()
    expect(lost.slice(0, 5)).toEqual([])
    expect(sent).toBeGreaterThan(10_000)
    await bench.runUntilNoCertificate()
    await bench.runUntil('nothing of names is left', async () =>
      (await bench.status()).loadBalancers.every(({ hosts, https }) => !hosts && !https),
    )
    expect(bench.httpsLeftovers()).toEqual(noHttps)
    const listeners = bench.snapshot().loadBalancers[0]?.listeners ?? []
    expect(listeners.map(({ port, rules = [] }) => [port, rules.length])).toEqual([
      [80, 0],
      [8081, 0],
      [8082, 0],
    ])
  })

  it('are each answered by their own application while it exposes another port', async () => {
    const bench = await buildLinked('SHARED')
    const followed = followNames(bench, namesIn('staging.example.com'))
    const [web, , admin] = applications
    const api = app('api', { tag: '2', ports: [{ port: 9090, subdomain: 'api' }] })
    await bench.runUntilPhase(await bench.deploy(...[web, api, admin].flatMap((one) => one ?? [])), 'Live')
    await bench.runUntilReady()
    await bench.runFor(120)
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
    const own = (await bench.status()).loadBalancers.filter(({ applicationId }) => applicationId === 'api')
    expect(own).toMatchObject([{ port: 9090, https: { phase: 'Open' } }])
  })

  it('stay when the application goes that has port 80, and its name with it', async () => {
    const bench = await buildLinked('SHARED')
    const { 'www.staging.example.com': _gone, ...staying } = namesIn('staging.example.com')
    const followed = followNames(bench, staying)
    await bench.runUntilPhase(await bench.deploy(...applications.slice(1)), 'Live')
    const first = () => bench.snapshot().loadBalancers[0]
    await bench.runUntil('it is gone', async () => (await bench.status()).loadBalancers.length === 2, 1200)
    await bench.runUntilReady()
    expect(first()?.listeners.find(({ port }) => port === 80)).toMatchObject({ action: 'not-found' })
    await bench.runUntilPhase(await bench.deploy(...applications), 'Live')
    await bench.runUntilHttps('staging.example.com')
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
    expect(first()?.listeners.find(({ port }) => port === 80)).toMatchObject({ action: 'forward' })
    await bench.delete()
    expect(await bench.leftovers()).toMatchObject({ vpcs: [], loadBalancers: [], targetGroups: 0 })
    expect(bench.httpsLeftovers()).toEqual(noHttps)
  })

  it.each(['loadBalancers', 'listener', 'listenerRule', 'targetGroups', 'certificates'] as const)(
    'are told apart again after a hand deletes of %s',
    async (kind) => {
      const bench = await buildLinked('SHARED')
      const { accountNumber, aws } = bench
      const of = (await aws.customer.listThings(accountNumber)).filter((one) => one.kind === kind)
      for (const { id } of of) await aws.customer.deleteThing(accountNumber, id)
      const isWhole = () => {
        const { listeners = [] } = bench.snapshot().loadBalancers[0] ?? {}
        const rules = listeners.flatMap((one) => one.rules ?? [])
        return (
          rules.length === 6 &&
          listeners.every(({ certificateIds, port }) => certificateIds.length === (port === 443 ? 2 : 0))
        )
      }
      await bench.runUntil('all is as it was', isWhole, 900)
      await bench.runUntilReady(900)
      const followed = followNames(bench, namesIn('staging.example.com'))
      await bench.runFor(60)
      expect((await followed.end()).lost.slice(0, 5)).toEqual([])
    },
  )

  it('are told apart again after a hand changes a rule, and the log says so', async () => {
    const bench = await buildLinked('SHARED')
    const api = bench.loadBalancersApi()
    const [balancer] = bench.snapshot().loadBalancers
    const [listener] = (await api.listListeners(balancer?.id ?? '')).filter(({ port }) => port === 443)
    const rules = async () => api.listRules(listener?.id ?? '')
    const before = await rules()
    const [first, second] = before
    const settings = { action: 'forward', targetGroupId: first?.targetGroupId } as const
    await api.changeRule(second?.id ?? '', { hosts: ['theirs.example.com'], ...settings })
    await api.createRule(listener?.id ?? '', { priority: 40_000, hosts: ['theirs.example.net'], ...settings })
    const hostsOf = (some: { hosts: string[]; targetGroupId?: string }[]) =>
      some.map(({ hosts, targetGroupId }) => [hosts, targetGroupId]).sort()
    await bench.runUntil(
      'the rules are as they were',
      async () => JSON.stringify(hostsOf(await rules())) === JSON.stringify(hostsOf(before)),
    )
    expect(await bench.messagesOf({ code: 'balancers.listenersRighted' })).toHaveLength(1)
  })

  it('lose no request while controllers come and go in a change', async () => {
    const bench = await buildLinked('OWN')
    const followed = followNames(bench, namesIn('staging.example.com'))
    await bench.changeSpec({ loadBalancing: 'SHARED' })
    for (const phase of ['Making', 'Leading', 'Waiting', undefined]) {
      const isThere = async () => (await bench.status()).balancing?.next?.phase === phase
      await bench.runUntil(`it is ${phase}`, isThere, 2400)
      bench.replaceController()
    }
    await bench.runUntilSettled('SHARED')
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
  })

  it('lose no request where rules and records take the time that AWS takes', async () => {
    const { ruleLagMs, recordSyncMs } = real.timings
    const bench = await buildLinked('OWN', { timings: { ...instantTimings, ruleLagMs, recordSyncMs } })
    const followed = followNames(bench, namesIn('staging.example.com'))
    for (const kind of ['SHARED', 'OWN'] as const) {
      await bench.changeSpec({ loadBalancing: kind })
      await bench.runUntilSettled(kind)
    }
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
  })

  it('wait where the role may not make rules, and nobody who is served is lost', async () => {
    const bench = await buildLinked('OWN')
    const followed = followNames(bench, namesIn('staging.example.com'))
    bench.aws.faults.refuse('elasticloadbalancing:CreateRule', 'access-denied')
    await bench.changeSpec({ loadBalancing: 'SHARED' })
    await bench.runFor(300)
    expect((await bench.status()).balancing?.next?.phase).toBe('Making')
    expect(await bench.certificateCondition()).toMatchObject({ reason: 'AccessDenied' })
    bench.aws.faults.refuse('elasticloadbalancing:CreateRule', 'access-denied', 0)
    await bench.runUntilSettled('SHARED')
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
  })

  it('lose no request when all resources are lost and written back', async () => {
    const bench = await buildLinked('SHARED')
    const followed = followNames(bench, namesIn('staging.example.com'))
    await bench.loseResources()
    await bench.runFor(400)
    await bench.runUntilReady(1200)
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
    expect(bench.count()).toBe(1)
  })
})
