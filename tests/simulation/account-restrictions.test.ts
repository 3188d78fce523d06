import { expect, it } from 'vitest'
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
