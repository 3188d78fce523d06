import type { Tags } from '../../core/aws/ownership'
import type { LoadBalancers } from '../../controller/cloud/cloud'
import type { AccountState, Listed, LoadBalancerState, TaggedState } from '../state'
import type { Table } from '../table'
import { tagsInEffect } from '../tag-changes'
import { quotaOf } from '../quotas'
import { refusal } from '../refusal'
import { requireKnown } from '../things'
import type { World } from '../world'
import { groupsOf } from './route-request'

/** @throws CloudError invalid unless Elastic Load Balancing accepts the name of a `kind` */
export function requireLoadBalancingName(kind: string, name: string): void {
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,30}[A-Za-z0-9])?$/.test(name) || name.startsWith('internal-'))
    throw refusal(
      'ValidationError',
      `${name} is not a name for a ${kind}: it takes up to 32 letters, digits and inner hyphens, and does not begin with internal-.`,
    )
}

/** A resource of Elastic Load Balancing, for authorization. */
export const loadBalancingResource = (
  arn: string,
  things: Record<string, TaggedState>,
  world: Pick<World, 'clock'>,
) => ({ arn, tags: tagsInEffect(world, things[arn]) })

interface Named {
  id: string
  name: string
  tags: Tags
}

interface LoadBalancingTable<R extends Named, Seen, Input extends Named> extends Omit<
  Table<R, Seen, Input>,
  'calls' | 'rows' | 'resource' | 'needs' | 'earlier' | 'idOf'
> {
  /** In the names of its calls: `TargetGroup` for `elasticloadbalancing:CreateTargetGroup`. */
  type: 'LoadBalancer' | 'TargetGroup'
  /** @throws CloudError invalid if a name is used again for something else */
  requireSame(earlier: R, input: Input): void
}

/** A kind of things that Elastic Load Balancing tells apart by their names. The ARN of a new one is given. */
export function loadBalancingTable<R extends Named, Seen, Input extends Named>({
  type,
  requireSame,
  ...rest
}: LoadBalancingTable<R, Seen, Input>): Table<R, Seen, Input> {
  const action = (verb: string) => `elasticloadbalancing:${verb}`
  const rows = (account: AccountState) =>
    (type === 'LoadBalancer' ? account.loadBalancers : account.targetGroups) as unknown as Record<
      string,
      Listed<R>
    >
  return {
    ...rest,
    calls: {
      list: action(`Describe${type}s`),
      create: action(`Create${type}`),
      delete: action(`Delete${type}`),
    },
    rows,
    resource({ world, accountNumber }, id) {
      const account = world.state.accounts[accountNumber]
      return loadBalancingResource(id, account ? rows(account) : {}, world)
    },
    needs: {
      list: () => ({ alsoNeeds: [{ action: action('DescribeTags') }] }),
      create(_api, input) {
        const on = [{ arn: input.id, tags: {} }]
        return { on, requestTags: input.tags, alsoNeeds: [{ action: action('AddTags'), on }] }
      },
    },
    earlier(account, input) {
      const earlier = Object.values(rows(account)).find(({ name }) => name === input.name)
      if (earlier) requireSame(earlier, input)
      return earlier
    },
    idOf: (_world, { id }) => id,
  }
}

type CreateInput = Parameters<LoadBalancers['create']>[0]

/** @throws CloudError invalid if a name is used again for something else */
export function requireSameSettings(earlier: LoadBalancerState, input: CreateInput): void {
  const settings = ({ subnetIds, securityGroupIds }: Pick<CreateInput, 'subnetIds' | 'securityGroupIds'>) =>
    JSON.stringify([[...subnetIds].sort(), [...securityGroupIds].sort()])
  if (settings(earlier) !== settings(input))
    throw refusal(
      'DuplicateLoadBalancerName',
      `There is a load balancer named ${input.name} with other settings.`,
    )
}

/** @throws CloudError if Elastic Load Balancing would refuse */
export function requireCreatable(
  account: AccountState,
  { name, subnetIds, securityGroupIds }: CreateInput,
  world: World,
): void {
  requireLoadBalancingName('load balancer', name)
  if (Object.keys(account.loadBalancers).length >= (quotaOf(world, account, 'load-balancers') ?? Infinity))
    throw refusal('TooManyLoadBalancers', 'The maximum number of load balancers has been reached.')
  const subnets = subnetIds.map((id) => requireKnown(world, account.subnets, id, 'subnet'))
  const vpcIds = new Set(subnets.map(({ vpcId }) => vpcId))
  const [vpcId] = vpcIds
  if (new Set(subnets.map(({ zone }) => zone)).size < 2 || vpcIds.size !== 1)
    throw refusal('ValidationError', 'A load balancer needs subnets of one VPC in at least two zones.')
  if (!Object.values(account.internetGateways).some(({ attachedVpcId }) => attachedVpcId === vpcId))
    throw refusal('InvalidSubnet', `The VPC ${vpcId} has no internet gateway.`)
  for (const id of securityGroupIds)
    if (requireKnown(world, account.securityGroups, id, 'security group').vpcId !== vpcId)
      throw refusal('InvalidSecurityGroup', `The security group ${id} is not in the VPC ${vpcId}.`)
}

/** The listeners that forward to a target group. */
export const listenersTo = (account: AccountState, targetGroupId: string): string[] =>
  Object.values(account.loadBalancers)
    .filter(({ listeners }) => listeners.some((listener) => groupsOf(listener).includes(targetGroupId)))
    .map(({ name }) => `a listener of ${name}`)
