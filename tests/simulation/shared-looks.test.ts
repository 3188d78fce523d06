import { describe, expect, it } from 'vitest'
import { instanceLines } from '../../core/environment-log/instance-lines'
import { buildEnvironmentsOfOneAccount } from '../builders/environments-of-one-account'

describe('environments of one account', () => {
  it('look at it together while they are at rest, each as often as alone', async () => {
    const bench = await buildEnvironmentsOfOneAccount(4)
    await bench.runFor(120)
    const counts = new Map<string, number>()
    bench.aws.faults.onCall('*', (action) => void counts.set(action, (counts.get(action) ?? 0) + 1))
    await bench.runFor(600)
    // Every 30 seconds, and the network every 60.
    for (const [action, most] of [
      ['ec2:DescribeInstances', 21],
      ['elasticloadbalancing:DescribeLoadBalancers', 21],
      ['elasticloadbalancing:DescribeTargetGroups', 21],
      ['ec2:DescribeVpcs', 11],
      ['ec2:DescribeSubnets', 11],
      ['ec2:DescribeSecurityGroups', 11],
      ['ec2:DescribeInternetGateways', 11],
      ['ec2:DescribeRouteTables', 11],
    ] as const) {
      expect(counts.get(action), action).toBeGreaterThanOrEqual(most - 2)
      expect(counts.get(action), action).toBeLessThanOrEqual(most)
    }
    expect([...counts.keys()].filter((action) => /Create|Authorize|Attach|Delete/.test(action))).toEqual([])
  })

  it('heal each from what is lost of it, and make nothing twice', async () => {
    const bench = await buildEnvironmentsOfOneAccount(4)
    const { aws, accountNumber, names } = bench
    await bench.runFor(60)
    const count = () => {
      const { instances, vpcs, loadBalancers } = bench.snapshot()
      const living = instances.filter(({ state }) => state === 'pending' || state === 'running')
      return [living.length, vpcs.length, loadBalancers.length]
    }
    const before = count()
    const things = () => bench.snapshot().things
    const ruleCount = things().filter(
      ({ kind, owner }) => kind === 'securityGroupRule' && owner === 'sdo',
    ).length
    for (const [index, name] of names.entries()) {
      const { instances, loadBalancers, network } = await bench.statusOf(name)
      // At any moment of a look that others already had.
      await bench.runFor(7 * index)
      const killed = instances[0]?.instanceId ?? ''
      await aws.kill(accountNumber, killed)
      const rule = things().find(
        ({ id, kind }) => kind === 'securityGroupRule' && id.includes(network.instanceSecurityGroupId ?? ''),
      )
      await aws.customer.deleteThing(accountNumber, rule?.id ?? '')
      const balancer = loadBalancers[0]?.loadBalancerId ?? ''
      await aws.customer.deleteThing(accountNumber, balancer)
      const isWell = async () => {
        const status = await bench.statusOf(name)
        return (
          status.phase === 'Ready' &&
          status.instances.every(({ instanceId, phase }) => instanceId !== killed && phase === 'Running') &&
          status.loadBalancers.every(
            ({ loadBalancerId, url }) => url && loadBalancerId && loadBalancerId !== balancer,
          ) &&
          things().some(({ id }) => id === rule?.id)
        )
      }
      await bench.runUntil(`${name} is well`, isWell, 300)
    }
    await bench.runFor(300)
    expect(count()).toEqual(before)
    expect(
      things().filter(({ kind, owner }) => kind === 'securityGroupRule' && owner === 'sdo'),
    ).toHaveLength(ruleCount)
    for (const name of names) {
      const { events } = await bench.statusOf(name)
      expect(events.filter(({ code }) => code === instanceLines.unused.code)).toEqual([])
    }
  })
})
