import type {
  TargetGroup,
  TargetGroups as TargetGroupsPort,
  TargetHealthCheck,
} from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newLoadBalancingArn } from '../ids'
import { instanceStateAt } from '../ec2/instances'
import type { TargetGroupState } from '../state'
import { callsOf } from '../table'
import { listenersTo, loadBalancingTable, requireLoadBalancingName } from './load-balancing-rules'
import { healthOf, newTarget } from './target-health'
import type { TargetGroups } from './target-groups'
import { refusal } from '../refusal'
import { requireThing } from '../things'

const toState = ({ path, statuses, intervalSeconds }: TargetHealthCheck) => ({
  healthCheckPath: path,
  healthyStatuses: statuses,
  healthCheckSeconds: intervalSeconds,
})

const targetGroupTable = loadBalancingTable<
  TargetGroupState,
  TargetGroup,
  Parameters<TargetGroupsPort['createTargetGroup']>[0] & { id: string }
>({
  type: 'TargetGroup',
  noun: 'target group',
  check(account, { name, vpcId }) {
    requireLoadBalancingName('target group', name)
    requireThing(account.vpcs, vpcId, 'VPC')
  },
  requireSame(earlier, { name, vpcId, healthCheck }) {
    if (earlier.vpcId !== vpcId || earlier.healthCheckPath !== healthCheck.path)
      throw refusal('DuplicateTargetGroupName', `There is a target group named ${name} with other settings.`)
  },
  make: (_account, { name, vpcId, healthCheck }) => ({
    name,
    vpcId,
    drainSeconds: 300,
    targets: [],
    ...toState(healthCheck),
  }),
  see: ({ id, name, vpcId, tags }) => ({ id, name, vpcId, tags }),
  users: listenersTo,
})

/** Target groups and their targets. */
export function targetGroupsOf(api: AccountApi, targetGroups: TargetGroups): TargetGroupsPort {
  const { world } = api
  const calls = callsOf(api, targetGroupTable, () => targetGroups.sync())
  const existing = (id: string) => targetGroupTable.resource(api, id)
  return {
    listTargetGroups: calls.list,
    createTargetGroup: (input) =>
      calls.create({
        ...input,
        id: newLoadBalancingArn('targetgroup', api.accountNumber, input.name, world.random),
      }),
    deleteTargetGroup: calls.delete,

    setDrainSeconds: (id, seconds) =>
      api.call('elasticloadbalancing:ModifyTargetGroupAttributes', { on: [existing(id)] }, (account) => {
        if (seconds < 0 || seconds > 3600)
          throw refusal('ValidationError', 'The deregistration delay takes 0 to 3600 seconds.')
        requireThing(account.targetGroups, id, 'target group').drainSeconds = seconds
      }),

    changeHealthCheck: (id, healthCheck) =>
      api.call('elasticloadbalancing:ModifyTargetGroup', { on: [existing(id)] }, (account) => {
        Object.assign(requireThing(account.targetGroups, id, 'target group'), toState(healthCheck))
      }),

    registerTargets: (id, targets) =>
      api.call('elasticloadbalancing:RegisterTargets', { on: [existing(id)] }, (account) => {
        const group = requireThing(account.targetGroups, id, 'target group')
        for (const { instanceId } of targets) {
          const instance = account.instances[instanceId]
          if (!instance || instanceStateAt(world.clock.now(), instance) !== 'running')
            throw refusal(
              'InvalidTarget',
              `The instance ${instanceId} is not running and can not be a target.`,
            )
          const { vpcId } = requireThing(account.subnets, instance.subnetId, 'subnet')
          if (vpcId !== group.vpcId)
            throw refusal('InvalidTarget', `The instance ${instanceId} is not in the target group VPC.`)
        }
        for (const { instanceId, port } of targets) {
          const present = group.targets.find(
            (target) => target.instanceId === instanceId && target.port === port,
          )
          if (present && present.drainedEpoch === undefined) continue
          if (present) targetGroups.revive(group, present)
          else group.targets.push(newTarget(world, { instanceId, port }))
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
