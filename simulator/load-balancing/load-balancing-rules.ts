import type { Tags } from '../../core/aws/ownership'
import { CloudError, type LoadBalancers } from '../../controller/cloud/cloud'

import { requireUnused } from '../ec2/dependencies'
import type { AccountState, LoadBalancerState } from '../state'
import { requireThing } from '../things'

/** @throws CloudError invalid unless Elastic Load Balancing accepts the name of a `kind` */
export function requireLoadBalancingName(kind: string, name: string): void {
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,30}[A-Za-z0-9])?$/.test(name) || name.startsWith('internal-'))
    throw new CloudError(
      'invalid',
      `${name} is not a name for a ${kind}: it takes up to 32 letters, digits and inner hyphens, and does not begin with internal-.`,
    )
}

/** A resource of Elastic Load Balancing, for authorization. */
export const loadBalancingResource = (arn: string, things: Record<string, { tags: Tags }>) => ({
  arn,
  tags: things[arn]?.tags,
})

type CreateInput = Parameters<LoadBalancers['create']>[0]

/** @throws CloudError invalid if a name is used again for something else */
export function requireSameSettings(earlier: LoadBalancerState, input: CreateInput): void {
  const settings = ({ subnetIds, securityGroupIds }: Pick<CreateInput, 'subnetIds' | 'securityGroupIds'>) =>
    JSON.stringify([[...subnetIds].sort(), [...securityGroupIds].sort()])
  if (settings(earlier) !== settings(input))
    throw new CloudError('invalid', `There is a load balancer named ${input.name} with other settings.`)
}

/** @throws CloudError if Elastic Load Balancing would refuse */
export function requireCreatable(
  account: AccountState,
  { name, subnetIds, securityGroupIds }: CreateInput,
): void {
  requireLoadBalancingName('load balancer', name)
  const subnets = subnetIds.map((id) => requireThing(account.subnets, id, 'subnet'))
  const vpcIds = new Set(subnets.map(({ vpcId }) => vpcId))
  const [vpcId] = vpcIds
  if (new Set(subnets.map(({ zone }) => zone)).size < 2 || vpcIds.size !== 1)
    throw new CloudError('invalid', 'A load balancer needs subnets of one VPC in at least two zones.')
  if (!Object.values(account.internetGateways).some(({ attachedVpcId }) => attachedVpcId === vpcId))
    throw new CloudError('invalid', `The VPC ${vpcId} has no internet gateway.`)
  for (const id of securityGroupIds)
    if (requireThing(account.securityGroups, id, 'security group').vpcId !== vpcId)
      throw new CloudError('invalid', `The security group ${id} is not in the VPC ${vpcId}.`)
}

/** @throws CloudError dependency-violation while a listener forwards to the target group */
export function requireNoListener(account: AccountState, targetGroupId: string): void {
  const users = Object.values(account.loadBalancers)
    .filter(({ listeners }) => listeners.some((listener) => listener.targetGroupId === targetGroupId))
    .map(({ name }) => `a listener of ${name}`)
  requireUnused('target group', targetGroupId, users)
}
