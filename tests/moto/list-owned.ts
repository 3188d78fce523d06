import {
  DescribeInstancesCommand,
  DescribeInternetGatewaysCommand,
  DescribeNetworkInterfacesCommand,
  DescribeRouteTablesCommand,
  DescribeSecurityGroupsCommand,
  DescribeSpotInstanceRequestsCommand,
  DescribeSubnetsCommand,
  DescribeVolumesCommand,
  DescribeVpcsCommand,
  EC2Client,
} from '@aws-sdk/client-ec2'
import {
  DescribeLoadBalancersCommand,
  DescribeTargetGroupsCommand,
  ElasticLoadBalancingV2Client,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { EventBridgeClient, ListRulesCommand } from '@aws-sdk/client-eventbridge'
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { ownerTag } from '../../core/aws/ownership'
import { region } from '../../core/aws/region'
import { enterAccount } from './install-stack'

/** Kind and id of everything with our tag that is in an account of moto, and of what only we make there. */
export async function listOwned(endpoint: string, accountNumber: string): Promise<string[]> {
  const config = { region, endpoint, credentials: await enterAccount(endpoint, accountNumber) }
  const ec2 = new EC2Client(config)
  const elb = new ElasticLoadBalancingV2Client(config)
  const ours = { Filters: [{ Name: 'tag-key', Values: [ownerTag] }] }
  const { Reservations = [] } = await ec2.send(new DescribeInstancesCommand(ours))
  const { SpotInstanceRequests = [] } = await ec2.send(new DescribeSpotInstanceRequestsCommand(ours))
  const named = (kind: string, ids: (string | undefined)[] = []) => ids.map((id) => `${kind} ${id}`)
  return [
    // AWS lists what is over for a while too.
    ...named(
      'instance',
      Reservations.flatMap(({ Instances = [] }) => Instances)
        .filter(({ State }) => State?.Name !== 'terminated')
        .map(({ InstanceId }) => InstanceId),
    ),
    ...named(
      'Spot request',
      SpotInstanceRequests.filter(({ State }) => State === 'open' || State === 'active').map(
        ({ SpotInstanceRequestId }) => SpotInstanceRequestId,
      ),
    ),
    ...named(
      'volume',
      (await ec2.send(new DescribeVolumesCommand(ours))).Volumes?.map(({ VolumeId }) => VolumeId),
    ),
    ...named(
      'network interface',
      (await ec2.send(new DescribeNetworkInterfacesCommand(ours))).NetworkInterfaces?.map(
        ({ NetworkInterfaceId }) => NetworkInterfaceId,
      ),
    ),
    ...named(
      'VPC',
      (await ec2.send(new DescribeVpcsCommand(ours))).Vpcs?.map(({ VpcId }) => VpcId),
    ),
    ...named(
      'subnet',
      (await ec2.send(new DescribeSubnetsCommand(ours))).Subnets?.map(({ SubnetId }) => SubnetId),
    ),
    ...named(
      'internet gateway',
      (await ec2.send(new DescribeInternetGatewaysCommand(ours))).InternetGateways?.map(
        ({ InternetGatewayId }) => InternetGatewayId,
      ),
    ),
    ...named(
      'route table',
      (await ec2.send(new DescribeRouteTablesCommand(ours))).RouteTables?.map(
        ({ RouteTableId }) => RouteTableId,
      ),
    ),
    ...named(
      'security group',
      (await ec2.send(new DescribeSecurityGroupsCommand(ours))).SecurityGroups?.map(({ GroupId }) => GroupId),
    ),
    ...named(
      'load balancer',
      (await elb.send(new DescribeLoadBalancersCommand({}))).LoadBalancers?.map(
        ({ LoadBalancerArn }) => LoadBalancerArn,
      ),
    ),
    ...named(
      'target group',
      (await elb.send(new DescribeTargetGroupsCommand({}))).TargetGroups?.map(
        ({ TargetGroupArn }) => TargetGroupArn,
      ),
    ),
    ...named('queue', (await new SQSClient(config).send(new ListQueuesCommand({}))).QueueUrls),
    ...named(
      'rule',
      (await new EventBridgeClient(config).send(new ListRulesCommand({}))).Rules?.map(({ Name }) => Name),
    ),
  ]
}
