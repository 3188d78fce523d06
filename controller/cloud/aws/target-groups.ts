import {
  CreateTargetGroupCommand,
  DeleteTargetGroupCommand,
  DeregisterTargetsCommand,
  DescribeTargetHealthCommand,
  ModifyTargetGroupAttributesCommand,
  ModifyTargetGroupCommand,
  RegisterTargetsCommand,
  paginateDescribeTargetGroups,
  type ElasticLoadBalancingV2Client,
  type TargetGroup as AwsTargetGroup,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import type { TargetGroups, Target, TargetGroup, TargetHealth, TargetHealthCheck } from '../cloud'
import { everyItem } from './bounded-answers'
import { hasCode, unlessGone } from './aws-errors'
import { areOurs, hasTags, toAwsTags } from './aws-tags'
import { readElbTags } from './elb-tags'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'

/** The quickest that AWS allows: at its shortest interval, a new process serves after 10 seconds. */
const healthCheckSpeed = {
  HealthCheckTimeoutSeconds: 4,
  HealthyThresholdCount: 2,
  UnhealthyThresholdCount: 2,
}

const toAwsHealthCheck = ({ path, statuses, intervalSeconds }: TargetHealthCheck) => ({
  ...healthCheckSpeed,
  HealthCheckPath: path,
  HealthCheckIntervalSeconds: intervalSeconds,
  Matcher: { HttpCode: statuses },
})

export const createTargetGroups = (clientsOf: ClientsOf): TargetGroups => ({
  async listTargetGroups(tags) {
    const { elb } = await clientsOf()
    return (await describeTargetGroups(elb)).filter((group) => hasTags(group.tags, tags))
  },

  async createTargetGroup({ name, vpcId, healthCheck, tags }) {
    const { elb } = await clientsOf()
    try {
      const { TargetGroups } = await elb.send(
        new CreateTargetGroupCommand({
          Name: name,
          VpcId: vpcId,
          Protocol: 'HTTP',
          // Every target says its own port; this one is never used.
          Port: 80,
          TargetType: 'instance',
          ...toAwsHealthCheck(healthCheck),
          Tags: toAwsTags(tags),
        }),
      )
      return toTargetGroup(requireAnswer(TargetGroups?.[0], 'which target group it made'), tags)
    } catch (error) {
      if (!hasCode(error, 'DuplicateTargetGroupNameException', 'DuplicateTargetGroupName')) throw error
      const ours = (await describeTargetGroups(elb)).find((group) => group.name === name && areOurs(group))
      if (!ours) throw error
      return ours
    }
  },

  async setDrainSeconds(id, seconds) {
    const { elb } = await clientsOf()
    await elb.send(
      new ModifyTargetGroupAttributesCommand({
        TargetGroupArn: id,
        Attributes: [{ Key: 'deregistration_delay.timeout_seconds', Value: String(seconds) }],
      }),
    )
  },

  async changeHealthCheck(id, healthCheck) {
    const { elb } = await clientsOf()
    await elb.send(new ModifyTargetGroupCommand({ TargetGroupArn: id, ...toAwsHealthCheck(healthCheck) }))
  },

  async deleteTargetGroup(id) {
    const { elb } = await clientsOf()
    await unlessGone(elb.send(new DeleteTargetGroupCommand({ TargetGroupArn: id })))
  },

  async registerTargets(targetGroupId, targets) {
    if (targets.length === 0) return
    const { elb } = await clientsOf()
    await elb.send(
      new RegisterTargetsCommand({ TargetGroupArn: targetGroupId, Targets: targets.map(toDescription) }),
    )
  },

  async deregisterTargets(targetGroupId, targets) {
    if (targets.length === 0) return
    const { elb } = await clientsOf()
    const deregister = (leaving: Target[]) =>
      unlessGone(
        elb.send(
          new DeregisterTargetsCommand({
            TargetGroupArn: targetGroupId,
            Targets: leaving.map(toDescription),
          }),
        ),
      )
    try {
      await deregister(targets)
    } catch (error) {
      if (!isNoTarget(error)) throw error
      // One that cannot be a target, such as a terminated instance, makes AWS refuse all of them.
      for (const target of targets)
        await deregister([target]).catch((refusal: unknown) => {
          if (!isNoTarget(refusal)) throw refusal
        })
    }
  },

  async listTargets(targetGroupId) {
    const { elb } = await clientsOf()
    const { TargetHealthDescriptions } = await elb.send(
      new DescribeTargetHealthCommand({ TargetGroupArn: targetGroupId }),
    )
    return (TargetHealthDescriptions ?? []).map(({ Target, TargetHealth }) => ({
      instanceId: requireAnswer(Target?.Id, 'the id of a target'),
      port: requireAnswer(Target?.Port, 'the port of a target'),
      state: stateByName[TargetHealth?.State ?? ''] ?? 'unhealthy',
      ...(TargetHealth?.Reason && { reason: TargetHealth.Reason }),
      ...(TargetHealth?.Description && { description: TargetHealth.Description }),
    }))
  },
})

const stateByName: Record<string, TargetHealth['state']> = {
  initial: 'initial',
  healthy: 'healthy',
  draining: 'draining',
  'unhealthy.draining': 'draining',
  unused: 'unused',
}

const isNoTarget = (error: unknown) => hasCode(error, 'InvalidTarget', 'InvalidTargetException')

const toDescription = ({ instanceId, port }: Target) => ({ Id: instanceId, Port: port })

async function describeTargetGroups(elb: ElasticLoadBalancingV2Client): Promise<TargetGroup[]> {
  const pages = paginateDescribeTargetGroups({ client: elb }, {})
  const found = await everyItem(pages, ({ TargetGroups }) => TargetGroups)
  const tags = await readElbTags(
    elb,
    found.flatMap(({ TargetGroupArn }) => TargetGroupArn ?? []),
  )
  return found.map((group) => toTargetGroup(group, tags.get(group.TargetGroupArn ?? '') ?? {}))
}

const toTargetGroup = (group: AwsTargetGroup, tags: TargetGroup['tags']): TargetGroup => ({
  id: requireAnswer(group.TargetGroupArn, 'the ARN of a target group'),
  name: requireAnswer(group.TargetGroupName, 'the name of a target group'),
  vpcId: requireAnswer(group.VpcId, 'the VPC of a target group'),
  tags,
})
