import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../controller/environment/policy'
import { seededRandom } from '../builders/seeded-random'
import { buildApplicationSpec } from '../builders/environment-parts'
import { runAmongDeaths } from './among-deaths'
import { Death } from './mortal'
import { buildNetworkBench } from './network-bench'

const web = () => buildApplicationSpec('web', { ports: [{ port: 80 }] })
/** Outside of what environments are given. */
const theirRange = '192.168.0.0/17'

async function buildLive() {
  const bench = await buildNetworkBench()
  await bench.runUntilPhase(await bench.deploy(web()), 'Live')
  return bench
}

async function buildConnected() {
  const bench = await buildLive()
  const vpcId = await bench.addNetwork('network-1', theirRange)
  const foreign = bench.foreign()
  await bench.link('network-1')
  await bench.runUntil('it is connected', () => bench.isConnected())
  return { bench, vpcId, foreign }
}

describe('a linked network', () => {
  it('is connected: one connection, marked in both accounts, routes for exactly the ranges, names across', async () => {
    const { bench, vpcId, foreign } = await buildConnected()
    const { network } = await bench.status()
    expect(bench.routes()).toEqual([`${vpcId} ${network.cidr}`, `${network.vpcId} ${theirRange}`].sort())
    const owner = { 'sdo:owner': 'sdo', 'sdo:environment': bench.environmentName }
    expect(bench.connections()).toEqual([
      expect.objectContaining({
        state: 'active',
        resolvesNames: { requester: true, accepter: true },
        tags: expect.objectContaining(owner),
      }),
    ])
    expect(bench.snapshot().peerings[0]?.tags).toMatchObject(owner)
    expect(bench.foreign()).toEqual(foreign)
    expect(await bench.messages()).toContain(
      `Connected with ${vpcId}: routes lead to ${theirRange}, and from there to ${network.cidr}.`,
    )
    expect(await bench.condition()).toMatchObject({ status: 'True' })
    expect((await bench.status()).phase).toBe('Ready')
  })

  it('is disconnected when it is unlinked, and nothing of ours stays', async () => {
    const { bench, foreign } = await buildConnected()
    await bench.link()
    await bench.runUntil('it is gone', bench.isDisconnected)
    expect([bench.routes(), bench.connections(), bench.foreign()]).toEqual([[], [], foreign])
    expect((await bench.status()).phase).toBe('Ready')
  })

  it('goes with the environment, also while it is linked', async () => {
    const { bench, foreign } = await buildConnected()
    await bench.delete()
    expect([bench.routes(), bench.connections(), bench.foreign()]).toEqual([[], [], foreign])
    expect((await bench.leftovers()).vpcs).toEqual([])
  })

  it('follows the ranges of its VPC', async () => {
    const { bench, vpcId } = await buildConnected()
    await bench.aws.customer.addVpcRange(bench.peerAccount.accountNumber, vpcId, '192.168.200.0/24')
    await bench.reconcileNetwork('network-1')
    await bench.runUntil('there is a route more', () => bench.routes().length === 3)
    const { network } = await bench.status()
    expect(bench.routes()).toContain(`${network.vpcId} 192.168.200.0/24`)
  })

  it('may be one of several, in the account of the environment as well', async () => {
    const bench = await buildLive()
    await bench.installOwnStack()
    const own = await bench.aws.customer.createVpc(bench.accountNumber, { cidr: '192.168.128.0/20' })
    await bench.associate('network-own', own, 'account-1')
    await bench.addNetwork('network-1', theirRange)
    await bench.link('network-1', 'network-own')
    await bench.runUntil('both are connected', () => bench.isConnected(2))
    expect(bench.routes()).toHaveLength(4)
    await bench.delete()
    expect(bench.routes()).toEqual([])
  })

  it('is connected anew when somebody deletes the connection, on whichever side', async () => {
    const { bench, foreign } = await buildConnected()
    for (const account of [bench.accountNumber, bench.peerAccount.accountNumber]) {
      const before = bench.connections()[0]?.id ?? ''
      await bench.aws.customer.deleteThing(account, before)
      await bench.runUntil('there is another', () => {
        const [present] = bench.connections()
        return present?.state === 'active' && present.id !== before && bench.routes().length === 2
      })
      await bench.runUntil('it is connected', () => bench.isConnected())
      expect(bench.foreign()).toEqual(foreign)
      const targets = [bench.accountNumber, bench.peerAccount.accountNumber]
        .flatMap((one) => bench.aws.getAccount(one)?.vpcs ?? [])
        .flatMap(({ routeTables }) => routeTables.flatMap(({ routes }) => routes))
        .map(({ target }) => target)
      expect(targets).not.toContain(before)
    }
  })

  it('leaves no route behind where it is unlinked before AWS lists those that were made', async () => {
    const unlistedMs = 240_000
    const bench = await buildLive()
    const vpcId = await bench.addNetwork('network-1', theirRange)
    const foreign = bench.foreign()
    bench.aws.faults.onCall('ec2:CreateRoute', () => bench.aws.faults.delayPart(unlistedMs))
    await bench.link('network-1')
    await bench.runUntil('there are routes', () => bench.routes().length === 2)
    expect((await bench.status()).peerings).toMatchObject([{ vpcId, phase: 'Connecting' }])
    await bench.link()
    await bench.runUntil('it is gone', bench.isDisconnected, defaultLimits.goneSeconds + 60)
    await bench.clock.advance(unlistedMs)
    expect([bench.routes(), bench.connections(), bench.foreign()]).toEqual([[], [], foreign])
  })

  it('gets routes again that somebody deletes', async () => {
    const { bench, vpcId } = await buildConnected()
    const [table] =
      bench.aws.getAccount(bench.peerAccount.accountNumber)?.vpcs.find(({ id }) => id === vpcId)
        ?.routeTables ?? []
    const { network } = await bench.status()
    await bench.aws.customer.deleteThing(
      bench.peerAccount.accountNumber,
      `${table?.id}/route/${network.cidr}`,
    )
    expect(bench.routes()).toHaveLength(1)
    await bench.runUntil('it is there again', () => bench.routes().length === 2)
  })

  it('whose VPC is deleted by hand is let go, says so, and holds nothing up', async () => {
    const { bench, vpcId } = await buildConnected()
    await bench.aws.customer.deleteThing(bench.peerAccount.accountNumber, vpcId)
    await bench.reconcileNetwork('network-1')
    await bench.runUntil('our routes are gone', () => bench.routes().length === 0)
    await bench.runUntil('it says so', async () => (await bench.condition())?.status === 'False')
    expect((await bench.condition())?.message).toContain(`There is no VPC ${vpcId}`)
    expect((await bench.status()).phase).toBe('Ready')
    await bench.delete()
  })

  it('stops alone while the role of its account is missing, also when the environment is deleted', async () => {
    const bench = await buildLive()
    await bench.addNetwork('network-1', theirRange)
    await bench.deletePeerRole()
    await bench.link('network-1')
    await bench.runUntil('it says so', async () => (await bench.condition())?.reason === 'AccessDenied')
    expect((await bench.condition())?.message).toContain('in the account Data (444455556666)')
    expect((await bench.status()).phase).toBe('Ready')
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag: '2' })), 'Live')
    await bench.installPeerStack()
    await bench.runUntil('it is connected', () => bench.isConnected())
    await bench.deletePeerRole()
    await bench.store.requestDelete('Environment', bench.environmentName)
    await bench.runUntil('it waits', async () =>
      Boolean((await bench.find())?.status?.message.includes('SDO cannot use its role for networks')),
    )
    expect(bench.livingInstances()).toEqual([])
    await bench.installPeerStack()
    await bench.runUntil('it is deleted', async () => (await bench.find()) === undefined)
    expect([bench.routes(), bench.connections()]).toEqual([[], []])
  })

  it.each(['rejected', 'expired'] as const)('is asked for again when the request is %s', async (outcome) => {
    const bench = await buildLive()
    await bench.addNetwork('network-1', theirRange)
    bench.aws.faults.refuse('ec2:AcceptVpcPeeringConnection', 'throttled')
    await bench.link('network-1')
    await bench.runUntil('a request waits', () => bench.connections().length === 1)
    const before = bench.connections()[0]?.id ?? ''
    await bench.aws.customer.endPeeringRequest(before, outcome)
    bench.aws.faults.refuse('ec2:AcceptVpcPeeringConnection', 'throttled', 0)
    await bench.runUntil('it is connected', () => bench.isConnected())
    expect(bench.connections().map(({ id }) => id)).not.toContain(before)
  })

  it.each(['ec2:CreateVpcPeeringConnection', 'ec2:CreateRoute'])(
    'says that the quota of %s is used up, and is connected once it is raised',
    async (action) => {
      const bench = await buildLive()
      await bench.addNetwork('network-1', theirRange)
      bench.aws.faults.refuse(action, 'quota-exceeded')
      await bench.link('network-1')
      await bench.runUntil('it says so', async () => (await bench.condition())?.reason === 'QuotaExceeded')
      expect((await bench.status()).phase).toBe('Ready')
      bench.aws.faults.refuse(action, 'quota-exceeded', 0)
      await bench.runUntil('it is connected', () => bench.isConnected())
    },
  )

  it('is connected without names where its VPC has none, and says what to do', async () => {
    const bench = await buildLive()
    const vpcId = await bench.addNetwork('network-1', theirRange, { hasDnsNames: false })
    await bench.link('network-1')
    await bench.runUntil('it is connected', () => bench.isConnected())
    expect((await bench.condition())?.message).toContain(
      `turn DNS resolution and DNS hostnames on in ${vpcId}`,
    )
  })

  it('leaves a route of the customer’s for the same addresses as it is, and says so', async () => {
    const bench = await buildLive()
    const vpcId = await bench.addNetwork('network-1', theirRange)
    const { network } = await bench.status()
    const route = { destination: network.cidr ?? '', target: 'tgw-1' }
    await bench.aws.customer.addRoute(bench.peerAccount.accountNumber, vpcId, route)
    const foreign = bench.foreign()
    await bench.link('network-1')
    await bench.runUntil('it says so', async () => (await bench.condition())?.reason === 'RangesOverlap')
    expect((await bench.condition())?.message).toContain(`has another route to ${network.cidr}, which stays`)
    expect(bench.foreign()).toEqual(foreign)
    await bench.link()
    await bench.runUntil('it is gone', bench.isDisconnected)
    expect([bench.routes(), bench.connections(), bench.foreign()]).toEqual([[], [], foreign])
  })

  it('is not connected while its ranges overlap those of another network', async () => {
    const bench = await buildLive()
    await bench.addNetwork('network-2', theirRange)
    await bench.addNetwork('network-3', '192.168.64.0/20')
    await bench.link('network-2', 'network-3')
    await bench.runUntil('one is connected', () => bench.isConnected())
    expect((await bench.condition())?.message).toContain(`its range 192.168.64.0/20 overlaps ${theirRange}`)
    expect(bench.connections()).toHaveLength(1)
  })
})

const seeds = 6
/** Connections take calls of their own. */
const lives = { mostCalls: 60, pauseMs: 2000, withinSeconds: 900 }

describe('a controller that dies at any call while networks are linked and unlinked', () => {
  it(`leaves no connection and no route behind, and nothing of the customer’s touched (${seeds} seeds)`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed)
      const bench = await buildNetworkBench({ seed, timings: { visibilityLagMs: 3000 } })
      await bench.runUntilReady()
      await bench.addNetwork('network-1', theirRange)
      await bench.addNetwork('network-2', '192.168.128.0/17')
      const foreign = bench.foreign()
      await bench.link('network-1', 'network-2')
      await runAmongDeaths(bench, random, () => bench.isConnected(2), lives)
      expect(bench.connections(), `seed ${seed}`).toHaveLength(2)
      expect(bench.routes(), `seed ${seed}`).toHaveLength(4)
      expect(bench.foreign(), `seed ${seed}`).toEqual(foreign)
      await bench.link('network-2')
      await runAmongDeaths(bench, random, () => bench.isConnected(1), lives)
      expect(bench.routes(), `seed ${seed}`).toHaveLength(2)
      await bench.store.requestDelete('Environment', bench.environmentName)
      await runAmongDeaths(bench, random, async () => (await bench.find()) === undefined, lives)
      expect([bench.routes(), bench.connections()], `seed ${seed}`).toEqual([[], []])
      expect(bench.foreign(), `seed ${seed}`).toEqual(foreign)
    }
  }, 120_000)

  const calls = [
    'ec2:CreateVpcPeeringConnection',
    'ec2:AcceptVpcPeeringConnection',
    'ec2:CreateTags',
    'ec2:CreateRoute',
    'ec2:ModifyVpcAttribute',
    'ec2:ModifyVpcPeeringConnectionOptions',
    'ec2:DescribeRouteTables',
    'ec2:DescribeVpcPeeringConnections',
    'ec2:DeleteRoute',
    'ec2:DeleteVpcPeeringConnection',
  ]

  it.each(calls)(
    'is the same at %s, before its effect and after it, and when it is unlinked right then',
    async (action) => {
      for (const moment of ['before', 'after'] as const)
        for (const isUnlinked of [false, true])
          for (let nth = 1; nth <= 2; nth++) {
            const bench = await buildNetworkBench({ timings: { visibilityLagMs: 3000 } })
            await bench.runUntilReady()
            await bench.addNetwork('network-1', theirRange)
            const foreign = bench.foreign()
            let count = 0
            const die = () => {
              if (++count !== nth) return
              bench.replaceController()
              throw new Death('at a call')
            }
            bench.aws.faults.onCall(action, die, moment)
            const go = async (condition: () => Promise<boolean>) => {
              const limit = bench.clock.now() + (defaultLimits.goneSeconds + 300) * 1000
              while (!(await condition())) {
                if (bench.clock.now() > limit) throw new Error(JSON.stringify(await bench.find(), null, 1))
                await bench.step().catch(async (error: unknown) => {
                  if (!(error instanceof Death)) throw error
                  if (isUnlinked) await bench.link()
                })
              }
            }
            await bench.link('network-1')
            await go(async () => (await bench.isConnected()) || (count >= nth && isUnlinked))
            await bench.link()
            await go(bench.isDisconnected)
            await bench.clock.advance(10_000)
            const what = `${moment} ${isUnlinked} ${nth}`
            expect([bench.routes(), bench.connections()], what).toEqual([[], []])
            expect(bench.foreign(), what).toEqual(foreign)
          }
    },
  )
})
