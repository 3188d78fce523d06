import { describe, expect, it } from 'vitest'
import { environmentManagerRoleName } from '../../core/roles/names'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'
import { buildTemplate } from '../builders/simulated-aws'

const launches = [
  'ec2:CreateVpc',
  'ec2:CreateSubnet',
  'ec2:CreateInternetGateway',
  'ec2:CreateSecurityGroup',
  'ec2:AuthorizeSecurityGroupIngress',
  'ec2:RunInstances',
  'elasticloadbalancing:CreateLoadBalancer',
  'elasticloadbalancing:CreateTargetGroup',
  'elasticloadbalancing:CreateListener',
  'elasticloadbalancing:RegisterTargets',
  'elasticloadbalancing:DeregisterTargets',
  'ec2:TerminateInstances',
]

async function expectExactlyOneOfEverything(bench: EnvironmentBench) {
  const { vpcs, loadBalancers } = bench.snapshot()
  expect(vpcs).toHaveLength(1)
  expect(vpcs[0]?.subnets).toHaveLength(3)
  expect(loadBalancers).toHaveLength(1)
  expect(bench.livingInstances()).toHaveLength(1)
}

async function liveThroughAStory(bench: EnvironmentBench) {
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live')
  bench.watch(neverFewerServing(bench, 'web', 1))
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag: '2' })), 'Live')
  await bench.runUntilReady()
  expect(bench.servingTags()).toEqual(['2'])
  await expectExactlyOneOfEverything(bench)
}

describe('the cloud', () => {
  it.each(launches)('may throttle %s: it is tried again', async (action) => {
    const bench = await buildEnvironmentBench()
    bench.aws.faults.throttle(action, 2)
    await liveThroughAStory(bench)
  })

  it.each(launches)('may lose the answer to %s: nothing is made twice', async (action) => {
    const bench = await buildEnvironmentBench({ timings: { visibilityLagMs: 5000 } })
    bench.aws.faults.loseResponse(action)
    await liveThroughAStory(bench)
    expect(bench.launched.size).toBeLessThanOrEqual(2)
  })

  it('may throttle and lose answers at random and show new things late', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const bench = await buildEnvironmentBench({
        seed,
        timings: { visibilityLagMs: 8000 },
        faultRates: { throttle: 0.05, loseResponse: 0.05 },
      })
      await liveThroughAStory(bench)
    }
  })

  it('may have no capacity in the pools we like best: others are taken', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilReady()
    for (const { instanceType, spot } of bench.aws.listPrices())
      for (const { zone } of instanceType === 't4g.small' ? [] : spot)
        await bench.aws.emptySpotPool({ instanceType, zone })
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live')
    expect(bench.livingInstances()).toHaveLength(1)
  })

  it('may be out of capacity for good: the deployment fails and says so', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('api')), 'Live')
    await bench.runUntilReady()
    bench.aws.faults.fail('ec2:RunInstances', 'insufficient-capacity', 100_000)
    const failing = await bench.deploy(buildApplicationSpec('web', { count: 4, cpu: 1.5 }))
    await bench.runUntilPhase(failing, 'Failed', 1500)

    expect((await bench.store.get('Deployment', failing))?.status?.message).toMatch(
      /web \(version 1\) cannot be placed on any instance|did not provide the instances it needs within 10 minutes/,
    )
    await bench.runUntilReady()
    expect(bench.servingTags()).toEqual(['1'])
    // Each refusal is planned around anew, which takes most of a minute beside other suites.
  }, 120_000)

  it('may have a quota that is used up: the deployment fails and names it', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilReady()
    await bench.aws.setVcpuQuota(bench.accountNumber, 0)
    const usedUp = /Max spot instance count exceeded|vCPU limit of 0/
    const failing = await bench.deploy(buildApplicationSpec('web'))
    await bench.runUntil(
      'it says why',
      async () => (await bench.messages()).some((message) => usedUp.test(message)),
      60,
    )
    await bench.runUntilPhase(failing, 'Failed', 1500)
    expect((await bench.store.get('Deployment', failing))?.status?.message).toMatch(usedUp)
  })

  it('may refuse us in the middle of a deployment: the environment says so, and goes on when it may', async () => {
    const bench = await buildEnvironmentBench({ timings: { bootMs: 5000 } })
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live')
    bench.watch(neverFewerServing(bench, 'web', 1))
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '2', count: 9 }))
    for (let passes = 0; passes < 3; passes++) await bench.step()
    await bench.aws.customer.deleteRole(bench.accountNumber, environmentManagerRoleName)
    await bench.runUntil('it says so', async () => (await bench.status()).phase === 'Failure', 60)
    expect((await bench.status()).message).toContain('SDO cannot use the role')
    expect((await bench.status()).conditions).toContainEqual(
      expect.objectContaining({ type: 'FleetReady', status: 'Unknown', reason: 'AccessDenied' }),
    )
    await bench.clock.advance(3_600_000)

    await bench.aws.customer.installStack(
      bench.accountNumber,
      buildTemplate(bench.accountNumber, 'external-id'),
    )
    // Whoever looks sooner is still refused, after an hour.
    await bench.clock.advance(bench.aws.slowestRoleChangeMs)
    await bench.runUntilPhase(next, 'Live', 120)
    await bench.runUntilReady()
    expect(bench.servingTags()).toHaveLength(9)
  })

  it('may refuse us for good in the middle of a deployment: it fails with the reason, and what is live stays', async () => {
    const bench = await buildEnvironmentBench({ timings: { bootMs: 5000 } })
    const live = await bench.deploy(buildApplicationSpec('web'))
    await bench.runUntilPhase(live, 'Live')
    await bench.runUntilReady()
    const [before] = (await bench.status()).processes
    bench.watch(neverFewerServing(bench, 'web', 1))
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '2', count: 9 }))
    for (let passes = 0; passes < 3; passes++) await bench.step()
    await bench.aws.customer.deleteStack(bench.accountNumber)
    await bench.runFor(580)
    expect(await bench.phaseOf(next)).toBe('Deploying')
    await bench.runUntilPhase(next, 'Failed', 60)

    const reason = /For 10 minutes AWS has refused what it needs\. SDO cannot use the role.*Restore the stack/
    expect((await bench.store.get('Deployment', next))?.status?.message).toMatch(reason)
    const { events, message, processes } = await bench.status()
    expect(message).toContain('Restore the stack')
    const errors = events.filter(({ severity }) => severity === 'ERROR')
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('SDO cannot use the role') }),
      expect.objectContaining({
        message: expect.stringMatching(/^Deployment 2 failed\. For 10 minutes AWS has refused/),
      }),
    ])
    expect(processes.find(({ id }) => id === before?.id)?.phase).toBe('Serving')

    await bench.aws.customer.installStack(
      bench.accountNumber,
      buildTemplate(bench.accountNumber, 'external-id'),
    )
    await bench.runUntilReady(120)
    expect(bench.servingTags()).toEqual(['1'])
    expect(await bench.messages()).toContain("AWS accepts SDO's requests again.")
  })

  it('may lose a load balancer to somebody else: it is made anew', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live')
    const account = bench.aws.account({ accountNumber: bench.accountNumber, externalId: 'external-id' })
    await account.loadBalancers.delete(bench.snapshot().loadBalancers[0]?.id ?? '')
    expect(bench.servingTags()).toEqual([])
    await bench.runUntil('it serves again', () => bench.servingTags().length === 1, 120)
    expect(bench.snapshot().loadBalancers).toHaveLength(1)
  })
})

describe('an account', () => {
  it('that is not ready is waited for, with a message that says what to do', async () => {
    const bench = await buildEnvironmentBench()
    const account = await bench.store.get('AwsAccount', 'account-1')
    if (!account?.status) throw new Error('There is no account.')
    const waiting = await bench.store.replaceStatus('AwsAccount', account, {
      ...account.status,
      phase: 'SetupNeeded',
    })
    await bench.step()
    expect(await bench.status()).toMatchObject({
      phase: 'Initial',
      message:
        'The AWS account Main is not ready. Apply its CloudFormation template and press Update Status on its page under External Resources.',
    })
    await bench.store.replaceStatus('AwsAccount', waiting, account.status)
    await bench.runUntilReady(10)
  })
})
