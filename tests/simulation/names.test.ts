import { describe, expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildTemplate } from '../builders/simulated-aws'
import { runAmongDeaths } from './among-deaths'
import { Death } from './mortal'
import { buildZoneBench } from './zone-bench'

const web = (changes: object = {}) =>
  buildApplicationSpec('web', { ports: [{ port: 80, subdomain: 'www' }], ...changes })

async function buildLive() {
  const bench = await buildZoneBench()
  const deployment = await bench.deploy(web())
  await bench.runUntilPhase(deployment, 'Live')
  return bench
}

describe('names in a hosted zone', () => {
  it('lead to the load balancer once linked, in the account of the zone, and the log says so', async () => {
    const bench = await buildLive()
    await bench.link({ hostedZone: 'zone-1', subdomain: 'staging' })
    await bench.runUntilAssociated()
    expect(bench.names()).toEqual(['www.staging.example.com'])
    const { loadBalancers } = await bench.status()
    expect(bench.targetOf('www.staging.example.com')).toBe(loadBalancers[0]?.alias?.dnsName)
    expect(await bench.messages()).toContain(
      'Hosted zone association complete. Names end in staging.example.com: www.staging.example.com.',
    )
    expect(await bench.condition()).toMatchObject({ status: 'True' })
  })

  it('end in that of a zone in another alphabet, as DNS has it', async () => {
    const bench = await buildLive()
    await bench.addZone('zone-2', 'xn--bcher-kva.example')
    await bench.link({ hostedZone: 'zone-2', subdomain: 'staging' })
    await bench.runUntilSettled()
    const name = 'www.staging.xn--bcher-kva.example'
    expect(bench.names()).toEqual([name])
    const { loadBalancers, certificates } = await bench.status()
    expect(bench.targetOf(name)).toBe(loadBalancers[0]?.alias?.dnsName)
    expect(certificates?.map(({ domainNames }) => domainNames)).toEqual([['*.staging.xn--bcher-kva.example']])
    await bench.unlink()
    await bench.runUntil('nothing is linked', async () => (await bench.status()).dns === undefined)
    expect(bench.names()).toEqual([])
  })

  it('are made for what is deployed later, go with what is removed, and all go when it is unlinked', async () => {
    const bench = await buildLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilAssociated()
    const api = buildApplicationSpec('api', { ports: [{ port: 81, subdomain: 'api' }, { port: 82 }] })
    await bench.runUntilPhase(await bench.deploy(web(), api), 'Live')
    await bench.runUntil('both are there', () => bench.names().length === 2)
    expect(bench.names()).toEqual(['api.example.com', 'www.example.com'])
    await bench.runUntilPhase(await bench.deploy(api), 'Live')
    await bench.runUntil('one is gone', () => bench.names().length === 1)
    await bench.unlink()
    await bench.runUntil('nothing is linked', async () => (await bench.status()).dns === undefined)
    expect(bench.names()).toEqual([])
  })

  it('are never fewer than one while another zone or subdomain takes over', async () => {
    const bench = await buildLive()
    await bench.addZone('zone-2', 'example.org')
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilAssociated()
    bench.watch(() => expect(bench.names().length).toBeGreaterThan(0))
    await bench.link({ hostedZone: 'zone-1', subdomain: 'b' }, { hostedZone: 'zone-2' })
    await bench.runUntilSettled()
    bench.unwatch()
    expect(bench.names()).toEqual(['www.example.org'])
  })

  it('follow the links in their order', async () => {
    const bench = await buildLive()
    const seen = new Set<number>()
    await bench.link(
      { hostedZone: 'zone-1' },
      { hostedZone: 'zone-1', subdomain: 'a' },
      { hostedZone: 'zone-1', subdomain: 'b' },
    )
    await bench.runUntil('all are through', async () => {
      const order = await bench.associated()
      if (order !== undefined) seen.add(order)
      return order === 3
    })
    expect([...seen]).toEqual([1, 2, 3])
    await bench.runUntilSettled()
    expect(bench.names()).toEqual(['www.b.example.com'])
  })

  it('take no name that somebody has, say by what it is taken, and get it once it is free', async () => {
    const bench = await buildLive()
    const { accountNumber } = bench.zoneAccount
    const record = { zoneId: bench.zoneId, name: 'www.example.com', type: 'A', value: '192.0.2.7' }
    await bench.aws.customer.putRecord(accountNumber, record)
    const before = bench.foreign()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntil('it is taken', async () => (await bench.condition())?.reason === 'NameTaken')
    expect((await bench.condition())?.message).toContain(
      'The name www.example.com is taken by a record of type A with 192.0.2.7.',
    )
    expect(await bench.status()).toMatchObject({
      phase: 'Failure',
      message: expect.stringContaining('The name www.example.com is taken'),
    })
    await bench.runUntilPhase(await bench.deploy(web({ tag: '2' })), 'Live')
    expect(bench.foreign()).toEqual(before)
    await bench.aws.customer.deleteThing(accountNumber, `${bench.zoneId}/record/www.example.com/A`)
    await bench.runUntilAssociated()
    expect(bench.names()).toEqual(['www.example.com'])
    await bench.runUntilReady()
  })

  it('may be the zone’s own and wildcards, beside all that a zone has at its own name', async () => {
    const bench = await buildZoneBench()
    const { accountNumber } = bench.zoneAccount
    const theirs = [
      { name: 'example.com', type: 'MX', value: '10 mail.example.com.' },
      { name: 'example.com', type: 'TXT', value: '"v=spf1 -all"' },
      { name: 'mail.example.com', type: 'A', value: '192.0.2.7' },
    ]
    for (const record of theirs)
      await bench.aws.customer.putRecord(accountNumber, { zoneId: bench.zoneId, ...record })
    const before = bench.foreign()
    const ports = [
      { port: 80, subdomain: '@' },
      { port: 81, subdomain: '*' },
      { port: 82, subdomain: '*.app' },
      { port: 83, subdomain: 'www' },
    ]
    await bench.runUntilPhase(await bench.deploy(web({ ports })), 'Live')
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilAssociated()
    expect(bench.names()).toEqual(['*.app.example.com', '*.example.com', 'example.com', 'www.example.com'])
    expect(new Set(bench.names().map(bench.targetOf)).size).toBe(4)
    await bench.link({ hostedZone: 'zone-1', subdomain: 'staging' })
    await bench.runUntilSettled()
    expect(bench.names()).toEqual([
      '*.app.staging.example.com',
      '*.staging.example.com',
      'staging.example.com',
      'www.staging.example.com',
    ])
    await bench.unlink()
    await bench.runUntil('nothing is linked', async () => (await bench.status()).dns === undefined)
    expect(bench.names()).toEqual([])
    expect(bench.foreign()).toEqual(before)
  })

  it.each([
    ['@', 'example.com', 'A', '192.0.2.7'],
    ['@', 'example.com', 'AAAA', '2001:db8::7'],
    ['*', '*.example.com', 'CNAME', 'else.example.net'],
    ['www', 'www.example.com', 'AAAA', '2001:db8::7'],
  ])(
    'leave %s alone where the customer has an address at %s, of type %s',
    async (subdomain, name, type, value) => {
      const bench = await buildZoneBench()
      const { accountNumber } = bench.zoneAccount
      await bench.aws.customer.putRecord(accountNumber, { zoneId: bench.zoneId, name, type, value })
      const before = bench.foreign()
      await bench.runUntilPhase(await bench.deploy(web({ ports: [{ port: 80, subdomain }] })), 'Live')
      await bench.link({ hostedZone: 'zone-1' })
      await bench.runUntil('it is taken', async () => (await bench.condition())?.reason === 'NameTaken')
      expect((await bench.condition())?.message).toContain(
        `The name ${name} is taken by a record of type ${type} with ${value}`,
      )
      expect(bench.names()).toEqual([])
      expect(bench.foreign()).toEqual(before)
      await bench.aws.customer.deleteThing(accountNumber, `${bench.zoneId}/record/${name}/${type}`)
      await bench.runUntilAssociated()
      expect(bench.names()).toEqual([name])
    },
  )

  it('let the next link begin where a name of this one is taken', async () => {
    const bench = await buildLive()
    const record = { zoneId: bench.zoneId, name: 'www.example.com', type: 'CNAME', value: 'else.example.net' }
    await bench.aws.customer.putRecord(bench.zoneAccount.accountNumber, record)
    await bench.link({ hostedZone: 'zone-1' }, { hostedZone: 'zone-1', subdomain: 'b' })
    await bench.runUntilSettled()
    expect(bench.names()).toEqual(['www.b.example.com'])
  })

  it('are made again when somebody deletes them, and follow a load balancer that is made anew', async () => {
    const bench = await buildLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilAssociated()
    await bench.aws.customer.deleteThing(
      bench.zoneAccount.accountNumber,
      `${bench.zoneId}/record/www.example.com/A`,
    )
    await bench.runUntil('it is there again', () => bench.names().length === 1)
    const before = bench.targetOf('www.example.com')
    const { loadBalancers } = await bench.status()
    await bench.aws.customer.deleteThing(bench.accountNumber, loadBalancers[0]?.loadBalancerId ?? '')
    await bench.runUntil('it leads elsewhere', () => bench.targetOf('www.example.com') !== before)
    const [balancer] = (await bench.status()).loadBalancers
    expect(bench.targetOf('www.example.com')).toBe(balancer?.alias?.dnsName)
  })

  it('stop alone when the role of the zone’s account is missing', async () => {
    const bench = await buildLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilAssociated()
    await bench.aws.customer.deleteRole(bench.zoneAccount.accountNumber, 'sdo-dns-manager')
    const api = buildApplicationSpec('api', { ports: [{ port: 81, subdomain: 'api' }] })
    await bench.runUntilPhase(await bench.deploy(web({ tag: '2' }), api), 'Live')
    await bench.runUntil('it says so', async () => (await bench.condition())?.reason === 'AccessDenied')
    await bench.runUntilReady()
    expect((await bench.condition())?.reason).toBe('AccessDenied')
    expect((await bench.status()).conditions.find(({ type }) => type === 'CloudAccess')).toMatchObject({
      status: 'True',
    })
    expect(bench.names()).toEqual(['www.example.com'])
    const { accountNumber, externalId } = bench.zoneAccount
    await bench.aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId, false))
    await bench.runUntilSettled()
    expect(bench.names()).toEqual(['api.example.com', 'www.example.com'])
  })

  it('stay when the delegation is taken away, while no new link begins', async () => {
    const bench = await buildLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilAssociated()
    await bench.aws.customer.setDelegation(bench.zoneAccount.accountNumber, bench.zoneId, false)
    await bench.reconcileZone('zone-1')
    expect((await bench.store.get('HostedZone', 'zone-1'))?.status).toMatchObject({ phase: 'DNS_MISSMATCH' })
    await bench.link({ hostedZone: 'zone-1', subdomain: 'b' })
    await bench.runUntil('it waits', async () => (await bench.condition())?.reason === 'DelegationDiffers')
    expect((await bench.condition())?.message).toContain('is delegated to nobody')
    await bench.runFor(30)
    expect(bench.names()).toEqual(['www.example.com'])
    await bench.aws.customer.setDelegation(bench.zoneAccount.accountNumber, bench.zoneId, true)
    await bench.reconcileZone('zone-1')
    await bench.runUntilSettled()
    expect(bench.names()).toEqual(['www.b.example.com'])
  })

  it('are forgotten with a zone that somebody deleted, and nothing is held up by it', async () => {
    const bench = await buildLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilAssociated()
    await bench.aws.customer.deleteThing(bench.zoneAccount.accountNumber, bench.zoneId)
    await bench.unlink()
    await bench.runUntil('nothing is linked', async () => (await bench.status()).dns === undefined)
    expect((await bench.status()).phase).toBe('Ready')
  })

  it('take less than a second of their own, beside what Route 53 takes', async () => {
    const own: number[] = []
    for (const recordSyncMs of [12_000, 18_000, 25_500, 30_000, 38_900, 47_300]) {
      const bench = await buildZoneBench({ timings: { recordSyncMs } })
      await bench.runUntilPhase(await bench.deploy(web()), 'Live')
      await bench.runUntilReady()
      // As a controller that hears of the change at once.
      await bench.link({ hostedZone: 'zone-1' })
      const start = bench.clock.now()
      await bench.runUntilAssociated()
      own.push(bench.clock.now() - start - recordSyncMs)
    }
    expect(Math.min(...own)).toBeGreaterThan(0)
    expect(Math.max(...own)).toBeLessThan(1000)
  })

  it('of a zone that somebody deletes keep nothing of the environment from going on, nor from being deleted', async () => {
    const bench = await buildLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilAssociated()
    await bench.aws.customer.deleteThing(bench.zoneAccount.accountNumber, bench.zoneId)
    const gone = 'The hosted zone example.com is gone from the account DNS (444455556666).'
    await bench.runUntil('it says so', async () => ((await bench.condition())?.message ?? '').includes(gone))
    await bench.runUntilPhase(await bench.deploy(web({ tag: '2' })), 'Live')
    await bench.delete()
    await bench.store.requestDelete('HostedZone', 'zone-1')
    await bench.reconcileZone('zone-1')
    expect(await bench.store.get('HostedZone', 'zone-1')).toBeUndefined()
  })

  it('may be as long as 55 characters, and two environments’ worth of labels', async () => {
    const long = 'x'.repeat(55)
    const bench = await buildZoneBench()
    const deployment = await bench.deploy(web({ ports: [{ port: 80, subdomain: long }] }))
    await bench.runUntilPhase(deployment, 'Live')
    await bench.link({ hostedZone: 'zone-1', subdomain: long })
    await bench.runUntilAssociated()
    expect(bench.names()).toEqual([`${long}.${long}.example.com`])
  })
})

const seeds = 8
/** Names take calls of their own, and Route 53 takes its time. */
const lives = { mostCalls: 120, pauseMs: 2000, withinSeconds: 900 }

describe('an environment that is deleted while a link is under way', () => {
  const kinds = ['throttled', 'access-denied', 'unavailable'] as const
  const actions = ['ChangeResourceRecordSets', 'GetChange', 'ListResourceRecordSets']

  it(`leaves no name, whatever fails on the way and in which order (${seeds} seeds)`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed * 7919)
      const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
      const bench = await buildZoneBench({ seed })
      const theirs = { zoneId: bench.zoneId, name: 'b.example.com', type: 'A', value: '192.0.2.7' }
      await bench.aws.customer.putRecord(bench.zoneAccount.accountNumber, theirs)
      const foreign = bench.foreign()
      const api = buildApplicationSpec('api', { ports: [{ port: 81, subdomain: 'b' }] })
      await bench.runUntilPhase(await bench.deploy(web(), api), 'Live')
      await bench.link({ hostedZone: 'zone-1' }, { hostedZone: 'zone-1', subdomain: 'c' })
      for (let fault = 0; fault < 4; fault++) {
        const action = `route53:${pick(actions)}`
        if (random() < 0.4) bench.aws.faults.loseResponse(action)
        else bench.aws.faults.refuse(action, pick(kinds), 1 + Math.floor(random() * 3))
      }
      await bench.runFor(random() * 8)
      await bench.store.requestDelete('Environment', bench.environmentName)
      await runAmongDeaths(bench, random, async () => (await bench.find()) === undefined, lives)
      expect(bench.names(), `seed ${seed}`).toEqual([])
      expect(bench.foreign(), `seed ${seed}`).toEqual(foreign)
      expect(await bench.leftovers(), `seed ${seed}`).toMatchObject({ loadBalancers: [], vpcs: [] })
    }
  }, 180_000)
})

describe('a controller that dies at any call while names change', () => {
  it(`leaves no name behind and nothing of the customer’s touched (${seeds} seeds)`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed)
      const bench = await buildZoneBench({ seed })
      const { accountNumber } = bench.zoneAccount
      for (const name of ['mail.example.com', 'example.com', 'www.b.example.com'])
        await bench.aws.customer.putRecord(accountNumber, {
          zoneId: bench.zoneId,
          name,
          type: 'TXT',
          value: '"theirs"',
        })
      await bench.aws.customer.putRecord(accountNumber, {
        zoneId: bench.zoneId,
        name: 'api.example.com',
        type: 'A',
        value: '192.0.2.7',
      })
      const foreign = bench.foreign()
      await bench.runUntilPhase(await bench.deploy(web()), 'Live')

      await bench.link({ hostedZone: 'zone-1' })
      await runAmongDeaths(bench, random, async () => (await bench.associated()) === 1, lives)
      expect(bench.names(), `seed ${seed}`).toEqual(['www.example.com'])

      await bench.link({ hostedZone: 'zone-1', subdomain: 'b' })
      const isMoved = async () => {
        const dns = (await bench.find())?.status?.dns
        return dns?.associated?.order === 2 && dns.records.length === 1
      }
      await runAmongDeaths(bench, random, isMoved, lives)
      expect(bench.names(), `seed ${seed}`).toEqual(['www.b.example.com'])

      await bench.store.requestDelete('Environment', bench.environmentName)
      await runAmongDeaths(bench, random, async () => (await bench.find()) === undefined, lives)
      expect(bench.names(), `seed ${seed}`).toEqual([])
      expect(bench.foreign(), `seed ${seed}`).toEqual(foreign)
    }
  }, 180_000)

  it('is the same for each call to Route 53, before its effect and after it, answered or lost', async () => {
    const actions = ['ChangeResourceRecordSets', 'GetChange']
    for (const action of actions)
      for (const moment of ['before', 'after'] as const)
        for (let nth = 1; nth <= 2; nth++) {
          const bench = await buildLive()
          let calls = 0
          bench.aws.faults.onCall(
            `route53:${action}`,
            () => {
              if (++calls !== nth) return
              bench.replaceController()
              throw new Death('at a call')
            },
            moment,
          )
          const step = async (condition: () => Promise<boolean>) => {
            const limit = bench.clock.now() + 600_000
            while (!(await condition())) {
              if (bench.clock.now() > limit)
                throw new Error(`${action} ${moment} ${nth}: ${JSON.stringify(await bench.find())}`)
              await bench.step().catch(async (error: unknown) => {
                if (!(error instanceof Death)) throw error
                await bench.clock.advance(1000)
              })
            }
          }
          await bench.link({ hostedZone: 'zone-1' })
          await step(async () => (await bench.associated()) === 1)
          await bench.unlink()
          await step(async () => (await bench.find())?.status?.dns === undefined)
          expect(bench.names()).toEqual([])
        }
  })
})
