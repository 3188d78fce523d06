import {
  DescribeInternetGatewaysCommand,
  DescribeRouteTablesCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  DescribeVpcsCommand,
  type EC2Client,
  type Tag,
} from '@aws-sdk/client-ec2'
import {
  DescribeLoadBalancersCommand,
  DescribeTargetGroupsCommand,
  type ElasticLoadBalancingV2Client,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { CloudError, type LookedUp, type Lookup } from '../cloud'
import { fromAwsTags } from './aws-tags'
import { readElbTags } from './elb-tags'
import type { ClientsOf } from './role-sessions'

interface Described {
  Tags?: Tag[]
}

/** By id, not by a filter: of an id that it does not know, AWS says so. */
const inEc2: Record<
  Exclude<LookedUp, 'load-balancer' | 'target-group'>,
  (ec2: EC2Client, id: string) => Promise<Described[] | undefined>
> = {
  vpc: async (ec2, id) => (await ec2.send(new DescribeVpcsCommand({ VpcIds: [id] }))).Vpcs,
  subnet: async (ec2, id) => (await ec2.send(new DescribeSubnetsCommand({ SubnetIds: [id] }))).Subnets,
  'route-table': async (ec2, id) =>
    (await ec2.send(new DescribeRouteTablesCommand({ RouteTableIds: [id] }))).RouteTables,
  'internet-gateway': async (ec2, id) =>
    (await ec2.send(new DescribeInternetGatewaysCommand({ InternetGatewayIds: [id] }))).InternetGateways,
  'security-group': async (ec2, id) =>
    (await ec2.send(new DescribeSecurityGroupsCommand({ GroupIds: [id] }))).SecurityGroups,
}

/** Its tags are another call, which knows those of what is gone for a while. */
const inElb: Record<
  Extract<LookedUp, 'load-balancer' | 'target-group'>,
  (elb: ElasticLoadBalancingV2Client, arn: string) => Promise<unknown[] | undefined>
> = {
  'load-balancer': async (elb, arn) =>
    (await elb.send(new DescribeLoadBalancersCommand({ LoadBalancerArns: [arn] }))).LoadBalancers,
  'target-group': async (elb, arn) =>
    (await elb.send(new DescribeTargetGroupsCommand({ TargetGroupArns: [arn] }))).TargetGroups,
}

export const createLookup = (clientsOf: ClientsOf): Lookup => ({
  async find(kind, id) {
    const { ec2, elb } = await clientsOf()
    try {
      if (kind === 'load-balancer' || kind === 'target-group') {
        const [found] = (await inElb[kind](elb, id)) ?? []
        return found === undefined ? undefined : { id, tags: (await readElbTags(elb, [id])).get(id) ?? {} }
      }
      const [found] = (await inEc2[kind](ec2, id)) ?? []
      return found && { id, tags: fromAwsTags(found.Tags) }
    } catch (error) {
      if (error instanceof CloudError && error.kind === 'not-found') return undefined
      throw error
    }
  },
})
