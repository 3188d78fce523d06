import { describe, expect, it } from 'vitest'
import { instanceLines } from '../../core/environment-log/instance-lines'
import { findCondition } from '../../core/resources/find-condition'
import { CloudError } from '../../controller/cloud/cloud'
import type { EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildStory } from './story'

const accessOf = async (bench: EnvironmentBench) =>
  findCondition((await bench.status()).conditions, 'CloudAccess')

it.each(['ec2:RunInstances', 'elasticloadbalancing:CreateLoadBalancer'])(
  'a deployment waits for the hours in which AWS verifies a new account, and goes on by itself: %s',
  async (action) => {
    const bench = await buildStory()
    bench.aws.faults.refuse(action, 'account-restricted')
    const deployment = await bench.deploy(buildApplicationSpec('web'))
    await bench.runFor(3 * 3600)
    const { phase, message } = (await bench.store.get('Deployment', deployment))?.status ?? {}
    expect(phase, message).toBe('Deploying')
    expect(await accessOf(bench)).toMatchObject({
      status: 'False',
      reason: 'AccountNotReady',
      message: expect.stringContaining('verified within hours') as string,
    })
    bench.aws.faults.refuse(action, 'account-restricted', 0)
    await bench.runUntilPhase(deployment, 'Live', 600)
  },
)

describe('an instance that AWS ends before it is up', () => {
  it("says that the account's key for disks may not be used, blames no pool, and is not launched time and again", async () => {
    const bench = await buildStory()
    await bench.aws.customer.chooseDiskKey(bench.accountNumber, { isLeftToIam: false })
    const deployment = await bench.deploy(buildApplicationSpec('web', { count: 3 }))
    await bench.runUntilPhase(deployment, 'Failed', 1500)
    expect((await bench.store.get('Deployment', deployment))?.status?.message).toContain(
      'AWS says: Client.InternalError: Client error on launch. Most often',
    )
    const [line] = await bench.messagesOf(instanceLines.endedAtLaunch)
    expect(line).toMatch(/^AWS ended i-\w+ before it was up\. AWS says: Client.InternalError: .*default key/)
    expect(await bench.messagesOf(instanceLines.unavailable)).toEqual([])
    const { troubledPools = [] } = await bench.status()
    expect(troubledPools.map(({ penalty }) => penalty)).toEqual(troubledPools.map(() => 0))
    expect(bench.launched.size).toBeLessThanOrEqual(9)
  })

  it("launches with the account's own key for disks, if its policy leaves it to IAM", async () => {
    const bench = await buildStory()
    await bench.aws.customer.chooseDiskKey(bench.accountNumber, { isLeftToIam: true })
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live', 120)
  })

  it.each(['Client.VolumeLimitExceeded', 'Client.InvalidSnapshot.NotFound'])(
    'is tried again later for %s, and goes live then',
    async (code) => {
      const bench = await buildStory()
      bench.aws.faults.failLaunch({ code, message: `${code}: no` })
      const deployment = await bench.deploy(buildApplicationSpec('web'))
      await bench.runUntilPhase(deployment, 'Live', 600)
      expect(await bench.messagesOf(instanceLines.endedAtLaunch)).toEqual([
        expect.stringContaining(`AWS says: ${code}: no. `),
      ])
      expect(await bench.launchedInSight()).toBe(2)
    },
  )

  it('has another pool tried at once for lack of capacity, and nothing where a hand ended it', async () => {
    const bench = await buildStory()
    bench.aws.faults.failLaunch({
      code: 'Server.InsufficientInstanceCapacity',
      message: 'Server.InsufficientInstanceCapacity: Insufficient capacity to satisfy instance request',
    })
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live', 60)
    expect(await bench.messagesOf(instanceLines.unavailable)).toEqual([
      expect.stringContaining('AWS says: Server.InsufficientInstanceCapacity: Insufficient'),
    ])
    const before = (await bench.status()).troubledPools
    bench.aws.faults.failLaunch({
      code: 'Client.UserInitiatedShutdown',
      message: 'Client.UserInitiatedShutdown: User initiated shutdown',
    })
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag: '2' })), 'Live', 60)
    expect((await bench.status()).troubledPools?.length).toBe(before?.length)
    expect(await bench.messagesOf(instanceLines.endedAtLaunch)).toEqual([])
  })
})

it('a type that the plan of the account does not include is asked for once, and another one is launched', async () => {
  const bench = await buildStory()
  const refused: string[] = []
  bench.aws.faults.onCall('ec2:RunInstances', async () => {
    const intent = (await bench.status()).instances.find(({ instanceId }) => instanceId === undefined)
    const { instanceType = '' } = intent ?? {}
    if (refused.length > 0 && instanceType !== refused[0]) return
    refused.push(instanceType)
    throw new CloudError('type-not-allowed', 'The specified instance type is not eligible for Free Tier.')
  })
  const deployment = await bench.deploy(buildApplicationSpec('web'))
  await bench.runUntilPhase(deployment, 'Live', 600)
  await bench.runFor(3600)
  expect(refused).toHaveLength(1)
  expect(bench.livingInstances().map(({ instanceType }) => instanceType)).not.toContain(refused[0])
  const [trouble] = (await bench.status()).troubledPools ?? []
  expect(trouble?.refusal).toMatchObject({
    isOfType: true,
    message: expect.stringContaining('Upgrade the plan') as string,
  })
})
