import {
  CloudError,
  type TargetGroups as TargetGroupsPort,
  type TargetHealthCheck,
} from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newLoadBalancingArn } from '../ids'
import { instanceStateAt } from '../ec2/instances'
import { loadBalancingResource, requireLoadBalancingName, requireNoListener } from './load-balancing-rules'
import { healthOf, type TargetGroups } from './target-groups'
import { listed } from '../world'
import { removeThing, requireThing, visible } from '../things'

const toState = ({ path, statuses, intervalSeconds }: TargetHealthCheck) => ({
  healthCheckPath: path,
  healthyStatuses: statuses,
  healthCheckSeconds: intervalSeconds,
})

/** Target groups and their targets. */
export function targetGroupsOf(api: AccountApi, targetGroups: TargetGroups): TargetGroupsPort {
  const { world } = api
  const existing = (id: string) =>
    loadBalancingResource(id, world.state.accounts[api.accountNumber]?.targetGroups ?? {})
  return {
    listTargetGroups: (tags) =>
      api.call(
        'elasticloadbalancing:DescribeTargetGroups',
        { alsoNeeds: [{ action: 'elasticloadbalancing:DescribeTags' }] },
        (account) =>
          visible(world, account.targetGroups, tags).map(({ id, name, vpcId, tags }) => ({
            id,
            name,
            vpcId,
            tags,
          })),
      ),

    createTargetGroup({ name, vpcId, healthCheck, drainSeconds, tags }) {
      const id = newLoadBalancingArn('targetgroup', api.accountNumber, name, world.random)
      const on = [{ arn: id, tags: {} }]
      return api.call(
        'elasticloadbalancing:CreateTargetGroup',
        {
          on,
          requestTags: tags,
          alsoNeeds: [
            { action: 'elasticloadbalancing:AddTags', on },
            { action: 'elasticloadbalancing:ModifyTargetGroupAttributes', on: [{ arn: id, tags }] },
          ],
        },
        (account) => {
          requireLoadBalancingName('target group', name)
          requireThing(account.vpcs, vpcId, 'VPC')
          if (drainSeconds < 0 || drainSeconds > 3600)
            throw new CloudError('invalid', 'The deregistration delay takes 0 to 3600 seconds.')
          const earlier = Object.values(account.targetGroups).find((other) => other.name === name)
          if (earlier && (earlier.vpcId !== vpcId || earlier.healthCheckPath !== healthCheck.path))
            throw new CloudError('invalid', `There is a target group named ${name} with other settings.`)
          if (earlier) return { id: earlier.id, name, vpcId, tags: earlier.tags }
          account.targetGroups[id] = listed(world, {
            id,
            name,
            tags,
            vpcId,
            ...toState(healthCheck),
            drainSeconds,
            targets: [],
          })
          targetGroups.sync()
          return { id, name, vpcId, tags }
        },
      )
    },

    changeHealthCheck: (id, healthCheck) =>
      api.call('elasticloadbalancing:ModifyTargetGroup', { on: [existing(id)] }, (account) => {
        Object.assign(requireThing(account.targetGroups, id, 'target group'), toState(healthCheck))
      }),

    deleteTargetGroup: (id) =>
      api.call('elasticloadbalancing:DeleteTargetGroup', { on: [existing(id)] }, (account) => {
        requireNoListener(account, id)
        removeThing(account.targetGroups, id)
        targetGroups.sync()
      }),

    registerTargets: (id, targets) =>
      api.call('elasticloadbalancing:RegisterTargets', { on: [existing(id)] }, (account) => {
        const group = requireThing(account.targetGroups, id, 'target group')
        for (const { instanceId } of targets) {
          const instance = account.instances[instanceId]
          if (!instance || instanceStateAt(world.clock.now(), instance) !== 'running')
            throw new CloudError(
              'invalid',
              `The instance ${instanceId} is not running and can not be a target.`,
            )
          const { vpcId } = requireThing(account.subnets, instance.subnetId, 'subnet')
          if (vpcId !== group.vpcId)
            throw new CloudError('invalid', `The instance ${instanceId} is not in the target group VPC.`)
        }
        for (const { instanceId, port } of targets) {
          const present = group.targets.find(
            (target) => target.instanceId === instanceId && target.port === port,
          )
          if (present && present.drainedEpoch === undefined) continue
          if (present) targetGroups.revive(group, present)
          else group.targets.push({ instanceId, port, health: 'initial', drainedEpoch: undefined })
        }
        targetGroups.sync()
      }),

    deregisterTargets: (id, targets) =>
      api.call('elasticloadbalancing:DeregisterTargets', { on: [existing(id)] }, (account) => {
        const group = account.targetGroups[id]
        if (group) targetGroups.deregister(group, targets)
      }),

    listTargets: (id) =>
      api.call('elasticloadbalancing:DescribeTargetHealth', {}, (account) => {
        const group = requireThing(account.targetGroups, id, 'target group')
        return group.targets.map((target) => ({
          instanceId: target.instanceId,
          port: target.port,
          ...healthOf(account, group, target, world.clock.now()),
        }))
      }),
  }
}
