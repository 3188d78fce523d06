import { moveLines } from '../../core/environment-log/network-lines'
import { describe, expect, it } from 'vitest'
import { billOf } from '../../core/charges/bill'
import { billedOf } from '../../core/resources/billed'
import { findOverlap } from '../../core/aws/cidr'
import { movePhases } from '../../core/resources/environment'
import { followAddresses, followNames } from './followers'
import { buildMoveBench, web } from './move-bench'

const one = { vpcs: 1, loadBalancers: 1, targetGroups: 1, securityGroups: 2, gateways: 1, subnets: 3 }

async function buildLive() {
  const bench = await buildMoveBench()
  await bench.goLive()
  return bench
}

describe('an environment that is linked to a network with its own range', () => {
  it('says so, moves to a free one, loses no request, and leaves nothing behind', async () => {
    const bench = await buildLive()
    const status = await bench.status()
    const before = status.network
    const vpcId = await bench.addOverlap()
    const foreign = bench.foreign()
    bench.watchName(2)
    const events = (await bench.messages()).length
    await bench.link('network-1')
    await bench.runUntilMoved()
    await bench.runUntil('it is connected', () => bench.isConnected())
    await bench.runUntilReady()
    expect(bench.faults).toEqual([])
    const { network } = await bench.status()
    expect(findOverlap([network.cidr ?? ''], [before.cidr ?? ''])).toBeUndefined()
    expect(await bench.inventory()).toEqual(one)
    expect(bench.snapshot().vpcs.map(({ id }) => id)).toEqual([network.vpcId])
    expect(bench.routes()).toEqual([`${vpcId} ${network.cidr}`, `${network.vpcId} ${before.cidr}`].sort())
    expect(bench.foreign()).toEqual(foreign)
    expect(await bench.moveCondition()).toMatchObject({ status: 'True' })
    expect((await bench.messages())[events]).toBe(
      `The environment moves to another range of addresses, because the range ${before.cidr} of ${vpcId} overlaps ${before.cidr} of this environment. It runs twice until the new network serves, for about $${billOf(billedOf(status)).total.toFixed(4)}/h more. Load balancers are made anew: names of a linked hosted zone follow, the addresses that AWS gave them change.`,
    )
    await bench.delete()
    expect((await bench.leftovers()).vpcs).toEqual([])
  })

  it('loses none of 10,000 requests of those who follow the address that it tells', async () => {
    const bench = await buildLive()
    const isSafe = async () =>
      (await bench.status()).loadBalancers.every(({ https }) => https?.phase === 'Open')
    await bench.runUntil('it answers on HTTPS', isSafe)
    const followed = followAddresses(bench, ['web'])
    await bench.addOverlap()
    await bench.link('network-1')
    await bench.runUntilMoved()
    while (followed.counted.sent <= 10_000) await bench.runFor(60)
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
  })

  it('loses none of 10,000 requests by a name of the load balancer that all ports share', async () => {
    const bench = await buildMoveBench({ spec: { loadBalancing: 'SHARED' } })
    await bench.goLive([
      web(),
      web({ applicationId: 'api', name: 'api', ports: [{ port: 81, subdomain: 'api' }] }),
    ])
    await bench.runUntil('its name leads to it', () => bench.target() !== undefined)
    const followed = followNames({ ...bench, targetOf: bench.target }, { [bench.name]: 'web' })
    await bench.addOverlap()
    await bench.link('network-1')
    await bench.runUntilMoved()
    while (followed.counted.sent <= 10_000) await bench.runFor(60)
    expect((await followed.end()).lost.slice(0, 5)).toEqual([])
  })

  it.each(['Making', 'Filling', 'Waiting', 'Former'] as const)(
    'leaves nothing when it is deleted while %s',
    async (phase) => {
      const bench = await buildLive()
      await bench.moveUntil(phase)
      const foreign = bench.foreign()
      await bench.delete()
      expect(await bench.leftovers()).toMatchObject({
        vpcs: [],
        loadBalancers: [],
        instances: [],
        targetGroups: 0,
        securityGroups: 0,
        gateways: 0,
      })
      expect([bench.routes(), bench.connections(), bench.foreign()]).toEqual([[], [], foreign])
    },
  )

  it.each(['Making', 'Filling'] as const)(
    'stays where it is when it is unlinked while %s, and what was made goes',
    async (phase) => {
      const bench = await buildLive()
      const { network } = await bench.status()
      bench.watchName(2)
      await bench.moveUntil(phase)
      await bench.link()
      await bench.runUntil('nothing moves', () => bench.isMoved(undefined))
      await bench.runUntilReady()
      expect(bench.faults).toEqual([])
      expect((await bench.status()).network).toEqual(network)
      expect(await bench.inventory()).toEqual(one)
    },
  )

  it.each([
    ['Filling', 1],
    ['Waiting', 2],
  ] as const)('finds another range when the new one overlaps too while %s', async (phase, generation) => {
    const bench = await buildLive()
    bench.watchName(2)
    const vpcId = await bench.moveUntil(phase)
    const { cidr = '' } = (await bench.status()).next ?? {}
    await bench.aws.customer.addVpcRange(bench.peerAccount.accountNumber, vpcId, cidr)
    await bench.reconcileNetwork('network-1')
    await bench.runUntil(
      'it has moved',
      async () => {
        const { network } = await bench.status()
        return (await bench.isMoved(generation)) && network.cidr !== cidr
      },
      3600,
    )
    await bench.runUntil('it is connected', () => bench.isConnected())
    expect(bench.faults).toEqual([])
    expect(await bench.inventory()).toEqual(one)
  })

  it.each([
    ['old', 'Filling'],
    ['new', 'Filling'],
    ['old', 'Waiting'],
    ['new', 'Waiting'],
  ] as const)('loses no request when AWS takes its %s instance back while %s', async (which, phase) => {
    const bench = await buildLive()
    bench.watchName(1)
    await bench.moveUntil(phase)
    const isNew = ({ generation = 0 }) => generation === (which === 'new' ? 1 : 0)
    const find = async () => (await bench.status()).instances.find(isNew)
    await bench.runUntil('it is up', async () => (await find())?.phase === 'Running')
    await bench.aws.interrupt(bench.accountNumber, (await find())?.instanceId ?? '')
    await bench.runUntilMoved()
    await bench.runUntilReady()
    expect(bench.faults).toEqual([])
    expect(await bench.inventory()).toEqual(one)
  })

  it.each(['ec2:CreateVpc', 'elasticloadbalancing:CreateLoadBalancer'])(
    'serves as before while the quota of %s is used up, says so, deploys, and moves once it is raised',
    async (action) => {
      const bench = await buildLive()
      bench.watchName(2)
      await bench.addOverlap()
      bench.aws.faults.refuse(action, 'quota-exceeded')
      await bench.link('network-1')
      await bench.runUntil(
        'it says so',
        async () => (await bench.moveCondition())?.reason === 'QuotaExceeded',
      )
      await bench.runUntilPhase(await bench.deploy(web({ tag: '2' })), 'Live')
      await bench.runFor(120)
      expect((await bench.moveCondition())?.reason).toBe('QuotaExceeded')
      const conditions = (await bench.status()).conditions.filter(({ status }) => status !== 'True')
      expect(conditions.map(({ type }) => type).sort()).toEqual(['NetworksConnected', 'RangeFree', 'Ready'])
      expect(await bench.messagesOf(moveLines.waits)).toHaveLength(1)
      bench.aws.faults.refuse(action, 'quota-exceeded', 0)
      await bench.runUntilMoved()
      await bench.runUntilReady()
      expect(bench.faults).toEqual([])
      expect(await bench.inventory()).toEqual(one)
    },
  )

  it.each(movePhases)('takes a deployment along that begins while %s', async (phase) => {
    const bench = await buildLive()
    bench.watchName(2)
    await bench.moveUntil(phase)
    await bench.runUntilPhase(await bench.deploy(web({ tag: '2' })), 'Live')
    await bench.runUntilMoved()
    await bench.runUntilReady()
    expect(bench.faults).toEqual([])
    expect(bench.servingTags()).toEqual(['2', '2'])
    expect(await bench.inventory()).toEqual(one)
  })

  it('keeps what runs when a deployment fails while it moves', async () => {
    const bench = await buildLive()
    bench.watchName(2)
    await bench.moveUntil('Filling')
    await bench.runUntilPhase(await bench.deploy(web({ tag: 'crash-loop' })), 'Failed')
    await bench.runUntilMoved()
    expect(bench.faults).toEqual([])
    expect(bench.servingTags()).toEqual(['1', '1'])
  })
})
