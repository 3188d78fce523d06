import { describe, expect, it } from 'vitest'
import type { CloudErrorKind } from '../../controller/cloud/cloud'
import { findCondition } from '../../core/resources/find-condition'
import type { ConditionReason } from '../../core/resources/metadata'
import type { EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { failureOf } from '../../simulator/fault-answers'
import { neverFewerServing } from './never-fewer-serving'
import { buildStory, nothing } from './story'

const refusals: [CloudErrorKind, ConditionReason][] = [
  ['access-denied', 'AccessDenied'],
  ['quota-exceeded', 'QuotaExceeded'],
  ['invalid', 'CloudError'],
]

const web = (tag = '1') => buildApplicationSpec('web', { tag })
const api = () => buildApplicationSpec('api')

async function buildServing(): Promise<EnvironmentBench> {
  const bench = await buildStory()
  await bench.runUntilPhase(await bench.deploy(web()), 'Live', 60)
  await bench.runUntilReady()
  bench.watch(neverFewerServing(bench, 'web', 1))
  return bench
}

const conditionOf = async (bench: EnvironmentBench, type: string) =>
  findCondition((await bench.status()).conditions, type)

/** The concerns that are, by their conditions. That of the whole environment says so of any. */
const unwell = async (bench: EnvironmentBench) => {
  const { conditions } = await bench.status()
  const types = conditions
    .filter(({ type, status }) => type.endsWith('Ready') && status !== 'True')
    .map(({ type }) => type)
  expect(types.includes('Ready')).toBe(types.length > 0)
  return types.filter((type) => type !== 'Ready')
}

async function replaceAfterWarning(bench: EnvironmentBench): Promise<void> {
  const [instance] = bench.livingInstances()
  await bench.aws.interrupt(bench.accountNumber, instance?.id ?? '')
  await bench.runUntil(
    'it is replaced',
    () => bench.livingInstances().every(({ id }) => id !== instance?.id),
    119,
  )
}

describe.each(refusals)('while AWS refuses a load balancer for good (%s)', (kind, reason) => {
  it('Spot warnings are acted on, its deployment fails with the reason, others succeed, and removal works', async () => {
    const bench = await buildServing()
    const action = 'elasticloadbalancing:CreateLoadBalancer'
    const words = failureOf(kind, action).message
    bench.aws.faults.refuse(action, kind)
    const stuck = await bench.deploy(web(), api())
    await bench.runFor(30)
    expect(await conditionOf(bench, 'LoadBalancersReady')).toMatchObject({
      status: kind === 'access-denied' ? 'Unknown' : 'False',
      reason,
      message: expect.stringContaining(words) as string,
    })
    expect(await unwell(bench)).toEqual(['LoadBalancersReady'])
    await replaceAfterWarning(bench)

    await bench.runUntilPhase(stuck, 'Failed', 700)
    const failed = (await bench.store.get('Deployment', stuck))?.status
    expect(failed?.message).toContain(words)
    expect(findCondition(failed?.conditions ?? [], 'Ready')).toMatchObject({ status: 'False', reason })

    await bench.runUntilPhase(await bench.deploy(web('2')), 'Live', 120)
    expect(bench.servingTags()).toEqual(['2'])
    bench.unwatch()
    await bench.delete(200)
    expect(await bench.leftovers()).toEqual(nothing)
  })
})

describe('a concern that AWS refuses for good', () => {
  it.each([
    ['sqs:ReceiveMessage', 'InterruptionsReady'],
    ['elasticloadbalancing:DescribeTargetHealth', 'TrafficReady'],
    ['ec2:RunInstances', 'FleetReady'],
  ])('is told from the others by its condition: %s', async (action, type) => {
    const bench = await buildServing()
    bench.aws.faults.refuse(action, 'invalid')
    await bench.deploy(web(), buildApplicationSpec('api', { cpu: 1.9 }))
    await bench.runFor(60 + bench.bootLagMs / 1000)
    expect(await conditionOf(bench, type)).toMatchObject({
      status: 'False',
      reason: 'CloudError',
      message: expect.stringContaining(action) as string,
    })
    expect(await unwell(bench)).toEqual([type])
    const { lastTransitionTime } = (await conditionOf(bench, type)) ?? {}
    await bench.runFor(60)
    expect((await conditionOf(bench, type))?.lastTransitionTime).toBe(lastTransitionTime)
    bench.aws.faults.refuse(action, 'invalid', 0)
    await bench.runUntil('it is well', async () => (await unwell(bench)).length === 0, 400)
  })

  it('lets a process that fits nowhere be told from capacity that is refused', async () => {
    const bench = await buildServing()
    bench.aws.faults.refuse('ec2:RunInstances', 'quota-exceeded')
    const reasonOfFleet = async () => (await conditionOf(bench, 'FleetReady'))?.reason
    await bench.deploy(web(), buildApplicationSpec('api', { cpu: 1.9 }))
    await bench.runUntil(
      'a quota is in the way',
      async () => (await reasonOfFleet()) === 'QuotaExceeded',
      120,
    )
    await bench.deploy(web(), buildApplicationSpec('huge', { cpu: 500 }))
    await bench.runUntil('it fits nowhere', async () => (await reasonOfFleet()) === 'Unplaceable', 120)
  })
})
