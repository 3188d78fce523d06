import {
  DescribeInstancesCommand,
  DescribeInternetGatewaysCommand,
  DescribeNetworkInterfacesCommand,
  DescribeRouteTablesCommand,
  DescribeSecurityGroupsCommand,
  DescribeSpotInstanceRequestsCommand,
  DescribeSubnetsCommand,
  DescribeVolumesCommand,
  DescribeVpcPeeringConnectionsCommand,
  DescribeVpcsCommand,
  EC2Client,
} from '@aws-sdk/client-ec2'
import { ACMClient, ListCertificatesCommand, ListTagsForCertificateCommand } from '@aws-sdk/client-acm'
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs'
import {
  DescribeLoadBalancersCommand,
  DescribeTagsCommand,
  DescribeTargetGroupsCommand,
  ElasticLoadBalancingV2Client,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { EventBridgeClient, ListRulesCommand } from '@aws-sdk/client-eventbridge'
import { IAMClient, ListRolesCommand } from '@aws-sdk/client-iam'
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { logGroupPath } from '../../../core/aws/log-groups'
import { ownerTag } from '../../../core/aws/ownership'
import { interruptionQueueName, rolePath } from '../../../core/roles/names'
import type { AwsConnection } from './aws-connection'

/** ELB tells the tags of so many at once. */
const tagBatch = 20

/** Kind and id of everything in the account that carries our tag, or a name that only the product gives. */
export async function listOwned(connection: AwsConnection): Promise<string[]> {
  const lists = await Promise.all([
    listOfEc2(connection),
    listOfBalancing(connection),
    listOfCertificates(connection),
    listOfNames(connection),
  ])
  return lists.flat()
}

const named = (kind: string, ids: (string | undefined)[] = []): string[] => ids.map((id) => `${kind} ${id}`)

async function listOfEc2(connection: AwsConnection): Promise<string[]> {
  const ec2 = new EC2Client(connection)
  const ours = { Filters: [{ Name: 'tag-key', Values: [ownerTag] }] }
  const { Reservations = [] } = await ec2.send(new DescribeInstancesCommand(ours))
  const { SpotInstanceRequests = [] } = await ec2.send(new DescribeSpotInstanceRequestsCommand(ours))
  const { Volumes } = await ec2.send(new DescribeVolumesCommand(ours))
  const { NetworkInterfaces } = await ec2.send(new DescribeNetworkInterfacesCommand(ours))
  const { Vpcs } = await ec2.send(new DescribeVpcsCommand(ours))
  const { Subnets } = await ec2.send(new DescribeSubnetsCommand(ours))
  const { InternetGateways } = await ec2.send(new DescribeInternetGatewaysCommand(ours))
  const { RouteTables } = await ec2.send(new DescribeRouteTablesCommand(ours))
  const { SecurityGroups } = await ec2.send(new DescribeSecurityGroupsCommand(ours))
  const { VpcPeeringConnections = [] } = await ec2.send(new DescribeVpcPeeringConnectionsCommand(ours))
  // AWS lists what is over for a while too.
  const instances = Reservations.flatMap(({ Instances = [] }) => Instances).filter(
    ({ State }) => State?.Name !== 'terminated',
  )
  const requests = SpotInstanceRequests.filter(({ State }) => State === 'open' || State === 'active')
  const peerings = VpcPeeringConnections.filter(({ Status }) => Status?.Code === 'active')
  return [
    ...named(
      'instance',
      instances.map(({ InstanceId }) => InstanceId),
    ),
    ...named(
      'Spot request',
      requests.map(({ SpotInstanceRequestId }) => SpotInstanceRequestId),
    ),
    ...named(
      'volume',
      Volumes?.map(({ VolumeId }) => VolumeId),
    ),
    ...named(
      'network interface',
      NetworkInterfaces?.map(({ NetworkInterfaceId }) => NetworkInterfaceId),
    ),
    ...named(
      'VPC',
      Vpcs?.map(({ VpcId }) => VpcId),
    ),
    ...named(
      'subnet',
      Subnets?.map(({ SubnetId }) => SubnetId),
    ),
    ...named(
      'internet gateway',
      InternetGateways?.map(({ InternetGatewayId }) => InternetGatewayId),
    ),
    ...named(
      'route table',
      RouteTables?.map(({ RouteTableId }) => RouteTableId),
    ),
    ...named(
      'security group',
      SecurityGroups?.map(({ GroupId }) => GroupId),
    ),
    ...named(
      'peering connection',
      peerings.map(({ VpcPeeringConnectionId }) => VpcPeeringConnectionId),
    ),
  ]
}

async function listOfBalancing(connection: AwsConnection): Promise<string[]> {
  const elb = new ElasticLoadBalancingV2Client(connection)
  const { LoadBalancers = [] } = await elb.send(new DescribeLoadBalancersCommand({}))
  const { TargetGroups = [] } = await elb.send(new DescribeTargetGroupsCommand({}))
  const arns = [
    ...LoadBalancers.flatMap(({ LoadBalancerArn = [] }) => LoadBalancerArn),
    ...TargetGroups.flatMap(({ TargetGroupArn = [] }) => TargetGroupArn),
  ]
  const ours: string[] = []
  for (let start = 0; start < arns.length; start += tagBatch) {
    const ResourceArns = arns.slice(start, start + tagBatch)
    const { TagDescriptions = [] } = await elb.send(new DescribeTagsCommand({ ResourceArns }))
    for (const { ResourceArn = '', Tags = [] } of TagDescriptions)
      if (Tags.some(({ Key }) => Key === ownerTag)) ours.push(ResourceArn)
  }
  return named('part of load balancing', ours)
}

async function listOfCertificates(connection: AwsConnection): Promise<string[]> {
  const acm = new ACMClient(connection)
  const { CertificateSummaryList = [] } = await acm.send(new ListCertificatesCommand({}))
  const ours: string[] = []
  for (const { CertificateArn } of CertificateSummaryList) {
    const { Tags = [] } = await acm.send(new ListTagsForCertificateCommand({ CertificateArn }))
    if (Tags.some(({ Key }) => Key === ownerTag)) ours.push(CertificateArn ?? '')
  }
  return named('certificate', ours)
}

async function listOfNames(connection: AwsConnection): Promise<string[]> {
  const sqs = new SQSClient(connection)
  const events = new EventBridgeClient(connection)
  const logs = new CloudWatchLogsClient(connection)
  const iam = new IAMClient(connection)
  const { QueueUrls } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: interruptionQueueName }))
  const { Rules } = await events.send(new ListRulesCommand({ NamePrefix: interruptionQueueName }))
  const { logGroups } = await logs.send(new DescribeLogGroupsCommand({ logGroupNamePrefix: logGroupPath }))
  const { Roles } = await iam.send(new ListRolesCommand({ PathPrefix: rolePath }))
  return [
    ...named('queue', QueueUrls),
    ...named(
      'rule',
      Rules?.map(({ Name }) => Name),
    ),
    ...named(
      'log group',
      logGroups?.map(({ logGroupName }) => logGroupName),
    ),
    ...named(
      'role',
      Roles?.map(({ RoleName }) => RoleName),
    ),
  ]
}
