import { describe, expect, it } from 'vitest'
import { networkLines } from '../../core/environment-log/network-lines'
import { findCondition } from '../../core/resources/find-condition'
import { environmentManagerRoleName } from '../../core/roles/names'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildTemplate } from '../builders/simulated-aws'

const nothing = {
  instances: [],
  vpcs: [],
  loadBalancers: [],
  targetGroups: 0,
  securityGroups: 0,
  gateways: 0,
}

describe('deleting an environment', () => {
  it('leaves nothing behind in the account, and takes its deployments along', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilPhase(
      await bench.deploy(buildApplicationSpec('web', { count: 2 }), buildApplicationSpec('api')),
      'Live',
    )
    await bench.delete(120)

    expect(await bench.leftovers()).toEqual(nothing)
    expect(await bench.store.list('Deployment')).toEqual([])
    expect(bench.agents.running()).toEqual([])
  })

  it('works in the middle of a deployment and of the making of the network', async () => {
    for (const passes of [1, 2, 3, 4, 5, 6, 8]) {
      const bench = await buildEnvironmentBench({ timings: { visibilityLagMs: 5000, bootMs: 3000 } })
      await bench.deploy(buildApplicationSpec('web'))
      for (let pass = 0; pass < passes; pass++) await bench.step()
      await bench.delete(200)
      expect(await bench.leftovers()).toEqual(nothing)
    }
  })

  it('lets processes stop by themselves, but not for long', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag: 'stubborn' })), 'Live')
    const askedEpoch = bench.clock.now()
    await bench.delete()
    expect(bench.clock.now() - askedEpoch).toBeLessThan(60_000 + bench.patience * 1000)
  })

  it('lets processes stop for as long as their application says', async () => {
    const bench = await buildEnvironmentBench()
    const patient = { tag: 'stubborn', container: { stopGraceSeconds: 300 } }
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', patient)), 'Live')
    const askedEpoch = bench.clock.now()
    await bench.store.requestDelete('Environment', 'env-1')
    await bench.runUntil('it ended by itself', () => bench.agents.running().length === 0, 200)
    expect(bench.clock.now() - askedEpoch).toBeGreaterThan(110_000)
  })

  it('gives processes that ask their stop endpoint as long as they need, and says so', async () => {
    const bench = await buildEnvironmentBench()
    const web = buildApplicationSpec('web', { tag: 'graceful' })
    await bench.runUntilPhase(
      await bench.deploy(web, buildApplicationSpec('api', { tag: 'stubborn' })),
      'Live',
    )
    const askedEpoch = bench.clock.now()
    await bench.store.requestDelete('Environment', 'env-1')
    await bench.runFor(120)
    expect((await bench.status()).message).toMatch(
      /^Waiting for one process to finish: .* up to 10 minutes\.$/,
    )
    // Another controller, that remembers nothing, waits as well.
    bench.replaceController()
    await bench.runUntil('it has ended by itself', () => bench.agents.running().length === 0)
    expect(bench.clock.now() - askedEpoch).toBeGreaterThan(299_000)
    expect(bench.livingInstances()).not.toEqual([])
    await bench.delete(60)
    expect(bench.clock.now() - askedEpoch).toBeLessThan(360_000 + bench.patience * 1000)
    expect(await bench.leftovers()).toEqual(nothing)
  })

  it('gives them ten minutes at most', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag: 'endless' })), 'Live')
    const askedEpoch = bench.clock.now()
    await bench.delete(800)
    expect(bench.clock.now() - askedEpoch).toBeGreaterThan(600_000)
    expect(bench.clock.now() - askedEpoch).toBeLessThan(720_000 + bench.patience * 1000)
  })

  it('does not wait for them when nobody can tell any more whether they ask', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag: 'endless' })), 'Live')
    for (const { clientToken } of (await bench.status()).instances) bench.agents.silence(clientToken)
    const askedEpoch = bench.clock.now()
    await bench.delete(200)
    expect(bench.clock.now() - askedEpoch).toBeLessThan(120_000 + bench.patience * 1000)
  })

  it('does not wait for processes whose instances are gone', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live')
    await bench.store.requestDelete('Environment', 'env-1')
    await bench.runUntil('they are told to stop', async () =>
      (await bench.status()).processes.every(({ phase }) => phase === 'Stopping'),
    )
    const askedEpoch = bench.clock.now()
    const { instances } = bench.aws.account({ accountNumber: bench.accountNumber, externalId: 'external-id' })
    await instances.terminate(bench.livingInstances().map(({ id }) => id))
    await bench.runUntil('nobody waits', async () => (await bench.status()).processes.length === 0)
    expect(bench.clock.now() - askedEpoch).toBeLessThan(5000 + bench.patience * 1000)
  })

  it('waits, and says so, while the role is gone', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live')
    await bench.aws.customer.deleteRole(bench.accountNumber, environmentManagerRoleName)
    await bench.store.requestDelete('Environment', 'env-1')
    for (let pass = 0; pass < 20; pass++) await bench.step()
    const status = await bench.status()
    expect(status.phase).toBe('Deleting')
    expect(status.message).toContain('SDO cannot use the role')

    await bench.aws.customer.installStack(
      bench.accountNumber,
      buildTemplate(bench.accountNumber, 'external-id'),
    )
    await bench.delete(120)
    expect(await bench.leftovers()).toEqual(nothing)
  })

  it('names what of others is in its way after some minutes, asks ever more seldom, and ends once that is gone', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilReady()
    const [vpc] = bench.snapshot().vpcs
    const endpoint = await bench.aws.customer.addForeignEndpoint(bench.accountNumber, vpc?.id ?? '')
    const tries: number[] = []
    bench.aws.faults.onCall('ec2:DeleteSubnet', () => {
      tries.push(bench.clock.now())
    })
    await bench.store.requestDelete('Environment', 'env-1')
    await bench.runFor(200)
    expect(await bench.messagesOf(networkLines.obstructed)).toEqual([])
    await bench.runFor(3600)
    const { conditions, message } = await bench.status()
    expect(findCondition(conditions, 'Absent')?.reason).toBe('DependencyViolation')
    expect(message).toMatch(
      new RegExp(
        `has dependencies .* In the way: VPC endpoint ${endpoint} \\(com.*guardduty-data\\), network interface eni-`,
      ),
    )
    expect(await bench.messagesOf(networkLines.obstructed)).toHaveLength(1)
    const lately = tries.filter((epoch) => epoch > bench.clock.now() - 1200_000)
    expect(lately.length).toBeLessThan(4 * 20)
    await bench.aws.customer.deleteForeignEndpoint(bench.accountNumber, endpoint)
    await bench.runFor(200)
    expect((await bench.status()).message).toMatch(
      /In the way: security group sg-\w+ \(GuardDutyManagedSecurityGroup-/,
    )
    const group = bench.aws.customer
      .listThings(bench.accountNumber)
      .find(({ tags }) => tags.GuardDutyManaged === 'true')
    await bench.aws.customer.deleteThing(bench.accountNumber, group?.id ?? '')
    await bench.runUntil('it is deleted', async () => (await bench.find()) === undefined, 300)
    expect(await bench.leftovers()).toEqual(nothing)
  })

  it('is retried where the role may not see what is in the way, and says what AWS says', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilReady()
    await bench.aws.customer.addForeignEndpoint(bench.accountNumber, bench.snapshot().vpcs[0]?.id ?? '')
    bench.aws.faults.refuse('ec2:DescribeVpcEndpoints', 'access-denied')
    await bench.store.requestDelete('Environment', 'env-1')
    await bench.runFor(900)
    expect((await bench.status()).message).toMatch(
      /is in use\. The .* has dependencies .* every 2 minutes\.$/,
    )
  })

  it('needs no account when nothing was made yet', async () => {
    const bench = await buildEnvironmentBench({ spec: { awsAccount: 'never-linked' } })
    await bench.step()
    await bench.delete(30)
  })

  it('lets go only after two empty looks that are apart', async () => {
    const bench = await buildEnvironmentBench()
    await bench.runUntilReady()
    await bench.store.requestDelete('Environment', 'env-1')
    await bench.runUntil('everything is gone', () => bench.snapshot().vpcs.length === 0)
    const goneEpoch = bench.clock.now()
    await bench.runUntil('let go', async () => (await bench.find()) === undefined)
    expect(bench.clock.now() - goneEpoch).toBeGreaterThan(14_000)
  })
})
