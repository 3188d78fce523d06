import {
  AssociateRouteTableCommand,
  AttachInternetGatewayCommand,
  AuthorizeSecurityGroupIngressCommand,
  CreateInternetGatewayCommand,
  CreateRouteCommand,
  CreateRouteTableCommand,
  CreateSecurityGroupCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  CreateVpcPeeringConnectionCommand,
  DeleteInternetGatewayCommand,
  DeleteRouteCommand,
  DeleteRouteTableCommand,
  DeleteSecurityGroupCommand,
  DeleteSubnetCommand,
  DeleteVpcCommand,
  DeleteVpcPeeringConnectionCommand,
  DetachInternetGatewayCommand,
  DisassociateRouteTableCommand,
  GetEbsDefaultKmsKeyIdCommand,
  ModifyVpcPeeringConnectionOptionsCommand,
  ReplaceRouteCommand,
  RevokeSecurityGroupIngressCommand,
  RunInstancesCommand,
  TerminateInstancesCommand,
  paginateDescribeSecurityGroups,
  paginateDescribeVpcs,
  type EC2Client,
} from '@aws-sdk/client-ec2'
import { paginateDescribeLoadBalancers } from '@aws-sdk/client-elastic-load-balancing-v2'
import { GetAWSDefaultServiceQuotaCommand, GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas'
import { ownerTag, ownerTags, ownerValue } from '../../../core/aws/ownership'
import { quotas } from '../../../core/aws/quotas'
import {
  ec2Writes,
  hasDryRun,
  type DryRunWrite,
  type Ec2Write,
} from '../../../core/roles/environment-manager/ec2-writes'
import { CloudError, type DryRuns, type LaunchRequest, type Preflight } from '../cloud'
import { requireAnswer } from './answers'
import { hasCode } from './aws-errors'
import { tagFilters, tagSpecification } from './aws-tags'
import { everyItem } from './bounded-answers'
import type { AgentRelease } from './instance-user-data'
import { findMachineImage } from './machine-image'
import type { ClientsOf } from './role-sessions'
import { toRunInstances } from './run-instances'
import { describeSubnets } from './subnets'

/** A network of ours, as far as a launch needs it. */
interface Place {
  vpcId: string
  subnet: { id: string; zone: string }
  securityGroupId: string
}

/** All dry runs of an account together. */
const mostMilliseconds = 60_000

const id = '0123456789abcdef0'
/** Well-formed names of nothing. */
const nowhere = (zone: string): Place => ({
  vpcId: `vpc-${id}`,
  subnet: { id: `subnet-${id}`, zone },
  securityGroupId: `sg-${id}`,
})

const tags = ownerTags('preflight', 'preflight')
const dry = { DryRun: true } as const

/** A call of EC2 that is not done. */
interface DryCommand {
  input: { DryRun?: boolean }
}

/** Each write as a question. What is changed or deleted is nothing that there is: no answer could harm anything. */
export function dryRunCommands(
  { vpcId, subnet, securityGroupId }: Place,
  image: string,
  agentRelease: AgentRelease,
): Record<DryRunWrite, DryCommand> {
  const gateway = { ...dry, InternetGatewayId: `igw-${id}` }
  const vpc = { ...dry, VpcId: `vpc-${id}` }
  const table = { ...dry, RouteTableId: `rtb-${id}` }
  const route = { ...table, DestinationCidrBlock: '10.255.0.0/16' }
  const peering = { ...dry, VpcPeeringConnectionId: `pcx-${id}` }
  const group = { ...dry, GroupId: `sg-${id}` }
  const rule = {
    ...group,
    IpPermissions: [{ IpProtocol: 'tcp', FromPort: 80, ToPort: 80, IpRanges: [{ CidrIp: '10.0.0.0/8' }] }],
  }
  const marked = <Type extends string>(type: Type) => ({
    ...dry,
    TagSpecifications: [tagSpecification(type, tags)],
  })
  const launch: LaunchRequest = {
    clientToken: 'preflight',
    instanceType: 'c6g.medium',
    zone: subnet.zone,
    market: 'spot',
    subnetId: subnet.id,
    securityGroupIds: [securityGroupId],
    bootstrap: { instance: 'preflight', key: '' },
    tags,
  }
  return {
    'ec2:CreateVpc': new CreateVpcCommand({ ...marked('vpc'), CidrBlock: '10.255.0.0/16' }),
    'ec2:CreateInternetGateway': new CreateInternetGatewayCommand(marked('internet-gateway')),
    'ec2:CreateSubnet': new CreateSubnetCommand({
      ...marked('subnet'),
      VpcId: vpcId,
      CidrBlock: '10.255.0.0/28',
    }),
    'ec2:CreateSecurityGroup': new CreateSecurityGroupCommand({
      ...marked('security-group'),
      VpcId: vpcId,
      GroupName: 'sdo-preflight',
      Description: 'Preflight of SDO',
    }),
    'ec2:CreateRouteTable': new CreateRouteTableCommand({ ...marked('route-table'), VpcId: vpcId }),
    'ec2:CreateVpcPeeringConnection': new CreateVpcPeeringConnectionCommand({
      ...marked('vpc-peering-connection'),
      VpcId: vpcId,
      PeerVpcId: `vpc-${id}`,
    }),
    'ec2:RunInstances': new RunInstancesCommand({ ...toRunInstances(launch, image, agentRelease), ...dry }),
    'ec2:AttachInternetGateway': new AttachInternetGatewayCommand({ ...gateway, ...vpc }),
    'ec2:DetachInternetGateway': new DetachInternetGatewayCommand({ ...gateway, ...vpc }),
    'ec2:DeleteInternetGateway': new DeleteInternetGatewayCommand(gateway),
    'ec2:CreateRoute': new CreateRouteCommand({ ...route, GatewayId: gateway.InternetGatewayId }),
    'ec2:DeleteRoute': new DeleteRouteCommand(route),
    'ec2:ReplaceRoute': new ReplaceRouteCommand({ ...route, GatewayId: gateway.InternetGatewayId }),
    'ec2:AssociateRouteTable': new AssociateRouteTableCommand({ ...table, SubnetId: `subnet-${id}` }),
    'ec2:DisassociateRouteTable': new DisassociateRouteTableCommand({
      ...dry,
      AssociationId: `rtbassoc-${id}`,
    }),
    'ec2:DeleteRouteTable': new DeleteRouteTableCommand(table),
    'ec2:AuthorizeSecurityGroupIngress': new AuthorizeSecurityGroupIngressCommand(rule),
    'ec2:RevokeSecurityGroupIngress': new RevokeSecurityGroupIngressCommand(rule),
    'ec2:DeleteSecurityGroup': new DeleteSecurityGroupCommand(group),
    'ec2:DeleteSubnet': new DeleteSubnetCommand({ ...dry, SubnetId: `subnet-${id}` }),
    'ec2:DeleteVpc': new DeleteVpcCommand(vpc),
    'ec2:DeleteVpcPeeringConnection': new DeleteVpcPeeringConnectionCommand(peering),
    'ec2:ModifyVpcPeeringConnectionOptions': new ModifyVpcPeeringConnectionOptionsCommand({
      ...peering,
      RequesterPeeringConnectionOptions: { AllowDnsResolutionFromRemoteVpc: true },
    }),
    'ec2:TerminateInstances': new TerminateInstancesCommand({ ...dry, InstanceIds: [`i-${id}`] }),
  }
}

interface PreflightDependencies {
  clientsOf: ClientsOf
  region: string
  agentRelease: AgentRelease
}

export const createPreflight = ({ clientsOf, region, agentRelease }: PreflightDependencies): Preflight => ({
  async dryRun(isThorough) {
    const { ec2, ssm } = await clientsOf()
    const place = await findPlace(ec2)
    const image = await findMachineImage(ssm)
    const commands = dryRunCommands(place ?? nowhere(`${region}a`), image, agentRelease)
    const answer: DryRuns = { asked: [], refused: [] }
    const endsAt = performance.now() + mostMilliseconds
    for (const write of writesAbout(isThorough, place).filter(hasDryRun)) {
      if (performance.now() > endsAt) throw new CloudError('unavailable', 'AWS took too long to answer.')
      const isOfNothing = !place ? !isOneOf(ec2Writes.whole, write) : isOneOf(ec2Writes.change, write)
      const error = await ask(ec2, commands[write], isOfNothing)
      answer.asked.push(write)
      if (error) answer.refused.push({ write, error })
    }
    return answer
  },

  async quota(name) {
    const { serviceQuotas } = await clientsOf()
    const which = { ServiceCode: quotas[name].service, QuotaCode: quotas[name].code }
    try {
      const { Quota } = await serviceQuotas.send(new GetServiceQuotaCommand(which))
      return requireAnswer(Quota?.Value, `the quota ${which.QuotaCode}`)
    } catch (error) {
      // The account never had another one than everybody.
      if (!hasCode(error, 'NoSuchResourceException')) throw error
      const { Quota } = await serviceQuotas.send(new GetAWSDefaultServiceQuotaCommand(which))
      return requireAnswer(Quota?.Value, `the quota ${which.QuotaCode}`)
    }
  },

  async countLoadBalancers() {
    const { elb } = await clientsOf()
    const pages = paginateDescribeLoadBalancers({ client: elb }, {})
    const all = await everyItem(pages, ({ LoadBalancers }) => LoadBalancers)
    return all.filter(({ Type }) => Type === 'application').length
  },

  async ownDiskKey() {
    const { ec2 } = await clientsOf()
    const { KmsKeyId = '' } = await ec2.send(new GetEbsDefaultKmsKeyIdCommand({}))
    return KmsKeyId === '' || KmsKeyId.endsWith('alias/aws/ebs') ? undefined : KmsKeyId
  },
})

const isOneOf = (writes: readonly Ec2Write[], write: Ec2Write): boolean => writes.includes(write)

function writesAbout(isThorough: boolean, place: Place | undefined): readonly Ec2Write[] {
  const { whole, part, launch, change } = ec2Writes
  return [...whole, ...(isThorough || place ? [...part, ...launch] : []), ...(isThorough ? change : [])]
}

/** A network of ours in which an instance could be launched. */
async function findPlace(ec2: EC2Client): Promise<Place | undefined> {
  const owned = tagFilters({ [ownerTag]: ownerValue })
  const vpcs = await everyItem(paginateDescribeVpcs({ client: ec2 }, { Filters: owned }), ({ Vpcs }) => Vpcs)
  if (vpcs.length === 0) return undefined
  const [subnets, groups] = await Promise.all([
    describeSubnets(ec2, owned),
    everyItem(
      paginateDescribeSecurityGroups({ client: ec2 }, { Filters: owned }),
      ({ SecurityGroups }) => SecurityGroups,
    ),
  ])
  return vpcs.flatMap(({ VpcId = '' }): Place[] => {
    const subnet = subnets.find(({ vpcId }) => vpcId === VpcId)
    const group = groups.find((one) => one.VpcId === VpcId)
    return subnet && group?.GroupId ? [{ vpcId: VpcId, subnet, securityGroupId: group.GroupId }] : []
  })[0]
}

/** Why AWS would not do it; undefined where it would, or where only the lack of what it is about is in the way. */
async function ask(
  ec2: EC2Client,
  command: DryCommand,
  isOfNothing: boolean,
): Promise<CloudError | undefined> {
  if (command.input.DryRun !== true) throw new Error('Only a dry run may be sent.')
  try {
    await ec2.send(command as CreateVpcCommand)
    return undefined
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    if (error.kind === 'throttled' || error.kind === 'unavailable' || error.kind === 'platform') throw error
    return isRefusal(error, isOfNothing) ? error : undefined
  }
}

const isRefusal = (error: CloudError, isOfNothing: boolean): boolean => {
  if (['account-restricted', 'type-not-allowed', 'quota-exceeded'].includes(error.kind)) return true
  // What is nothing carries no tag of ours, so that the role does not allow it.
  return error.kind === 'access-denied' && (!isOfNothing || error.isDeniedFromAbove)
}
