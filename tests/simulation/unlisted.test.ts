import { describe, expect, it } from 'vitest'
import { instanceLines } from '../../core/environment-log/instance-lines'
import { balancerLines, networkLines } from '../../core/environment-log/network-lines'
import { ownerTags } from '../../core/aws/ownership'
import { buildEnvironmentBench, environmentName, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { countThings, nothing } from './story'

/** From now on AWS neither lists new instances nor knows them by their ids for this long. */
const hideLaunches = (bench: EnvironmentBench, milliseconds: number) =>
  bench.aws.faults.onCall('ec2:RunInstances', () => bench.aws.faults.delayVisibility(milliseconds))

async function buildLive() {
  const bench = await buildEnvironmentBench()
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live', 60)
  await bench.runUntilReady(60)
  return bench
}

describe('an instance that AWS says it does not know', () => {
  it.each([20, 60, 200])(
    'for %i seconds is terminated with its environment all the same',
    async (seconds) => {
      const bench = await buildEnvironmentBench()
      await bench.runUntilReady(60)
      hideLaunches(bench, seconds * 1000)
      await bench.deploy(buildApplicationSpec('web'))
      await bench.runUntil('it is launched', () => bench.livingInstances().length === 1, 60)
      await bench.delete(700)
      expect(await bench.leftovers()).toEqual(nothing)
    },
  )

  it.each([20, 60, 200])('for %i seconds is terminated when nothing needs it any more', async (seconds) => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilReady(60)
    hideLaunches(bench, seconds * 1000)
    await bench.deploy(buildApplicationSpec('web'))
    await bench.runUntil('it is launched', () => bench.livingInstances().length === 1, 60)
    await bench.deploy()
    await bench.runFor(1200)
    expect(bench.livingInstances()).toEqual([])
    expect((await bench.status()).instances).toEqual([])
  })

  it('after its launch is replaced without blame for its pool, so that Spot is trusted as before', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilReady(60)
    const show = hideLaunches(bench, 240_000)
    const deployment = await bench.deploy(buildApplicationSpec('web'))
    await bench.runUntil('three are launched', () => bench.launched.size === 3)
    show()
    await bench.runUntilPhase(deployment, 'Live', 120)
    expect(bench.launched.size).toBe(4)
    expect((await bench.status()).troubledPools).toBeUndefined()
    expect(await bench.messagesOf(instanceLines.unavailable)).toEqual([])
    expect(await bench.messagesOf(instanceLines.unlisted)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('(AWS does not list it)') as string),
    )
    await bench.runFor(1200)
    expect(bench.livingInstances()).toHaveLength(1)
  })

  it('is asked for five minutes, and then forgotten', async () => {
    const bench = await buildLive()
    const { instances } = bench.aws.account({ accountNumber: bench.accountNumber, externalId: 'external-id' })
    const [{ id } = { id: '' }] = bench.livingInstances()
    await instances.terminate([id])
    await bench.clock.advance(2 * 3_600_000)
    const [before] = (await bench.status()).instances
    await bench.runUntil(
      'it is forgotten',
      async () => (await bench.status()).instances.every(({ instanceId }) => instanceId !== id),
      500,
    )
    expect(before?.instanceId).toBe(id)
  })
})

describe('what was made a moment ago and AWS says for four minutes it does not know', () => {
  it.each([
    'ec2:CreateVpc',
    'ec2:CreateSubnet',
    'ec2:CreateInternetGateway',
    'ec2:CreateRouteTable',
    'ec2:CreateSecurityGroup',
    'elasticloadbalancing:CreateLoadBalancer',
    'elasticloadbalancing:CreateTargetGroup',
  ])('is waited for, neither called gone nor made anew: %s', async (action) => {
    const bench = await buildEnvironmentBench({ timings: { isUnusableUntilVisible: true } })
    bench.aws.faults.onCall(action, () => bench.aws.faults.delayVisibility(240_000))
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live', 1200)
    await bench.runUntilReady()
    expect(countThings(bench)).toEqual(countThings(await buildLive()))
    expect(await bench.messagesOf(networkLines.partGone)).toEqual([])
    expect(await bench.messagesOf(balancerLines.partGone)).toEqual([])
  })
})

describe('what has lost its tags', () => {
  const theirs = { Name: 'by hand' }
  const untag = async (bench: EnvironmentBench, kind: string) => {
    const things = bench.aws.customer.listThings(bench.accountNumber).filter((thing) => thing.kind === kind)
    const [thing] = things
    if (!thing) throw new Error(`There is no ${kind}.`)
    await bench.aws.customer.changeTags(bench.accountNumber, thing.id, theirs)
    return thing
  }

  it.each([
    'vpcs',
    'subnets',
    'routeTables',
    'internetGateways',
    'securityGroups',
    'loadBalancers',
    'targetGroups',
    'instances',
  ])('is used as it is, not made anew, and said once: %s', async (kind) => {
    const bench = await buildLive()
    const before = countThings(bench)
    const { id } = await untag(bench, kind)
    await bench.runFor(600)
    expect(countThings(bench)).toEqual(before)
    expect(await bench.messagesOf(networkLines.untagged)).toEqual([expect.stringContaining(id)])
    expect(bench.servingTags()).toEqual(['1'])
  })

  it('is deleted with its environment once the tags are back', async () => {
    const bench = await buildLive()
    const { id } = await untag(bench, 'instances')
    await bench.store.requestDelete('Environment', environmentName)
    await bench.runFor(120)
    expect(bench.livingInstances()).toHaveLength(1)
    expect((await bench.status()).message).toContain('does not allow ec2:TerminateInstances')
    await bench.aws.customer.changeTags(bench.accountNumber, id, ownerTags(environmentName, 'instance'))
    await bench.delete(200)
    expect(await bench.leftovers()).toEqual(nothing)
  })
})
