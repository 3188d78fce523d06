import { interruptionPattern } from '../../../controller/cloud/aws/interruption-message'
import { toRunInstances } from '../../../controller/cloud/aws/run-instances'
import type { LaunchRequest } from '../../../controller/cloud/cloud'
import { loadBalancerNameOf } from '../../../controller/environment/workload/balancer-names'
import type { PolicyQuestion, PolicyResource } from '../../../simulator/policies/policy'
import { logGroupName, logStreamName } from '../../../core/aws/log-groups'
import { machineImageParameter } from '../../../core/aws/machine-image'
import { ownerTag, ownerTags, ownerValue, type Tags } from '../../../core/aws/ownership'
import { region } from '../../../core/aws/region'
import { useDiskKey } from '../../../core/roles/environment-manager/instances-policy'
import {
  applicationRoleTag,
  applicationRoleValue,
  certificateManagerRoleName,
  dnsManagerRoleName,
  environmentManagerRoleName,
  examinationRoleName,
  interruptionQueueName,
  networkManagerRoleName,
  processRunnerRoleName,
  requiredRoleNames,
  rolePath,
} from '../../../core/roles/names'

/** What AWS asks the policies of a role about one call: each action on each resource. All must be allowed. */
export interface RoleRequest extends PolicyQuestion {
  role: string
  /** The account that it belongs to has to allow it as well, so that it may be another one. */
  needsItsOwner?: boolean
}

export const accountNumber = '111122223333'
const tags = ownerTags('environment-1', 'purpose')
const ec2Arn = (type: string, id = 'new') => `arn:aws:ec2:${region}:${accountNumber}:${type}/${id}`
const elbArn = (path: string) => `arn:aws:elasticloadbalancing:${region}:${accountNumber}:${path}`
const loadBalancer = elbArn('loadbalancer/app/sdo-1/1')
const listener = elbArn(
  `listener/app/${loadBalancerNameOf('environment-1', { applicationId: 'application-1', port: 80 })}/1/2`,
)
const listenerRule = `${listener.replace(':listener/', ':listener-rule/')}/3`
const certificateArn = (id: string) => `arn:aws:acm:${region}:${accountNumber}:certificate/${id}`
const targetGroup = elbArn('targetgroup/sdo-1/1')
const queue = `arn:aws:sqs:${region}:${accountNumber}:${interruptionQueueName}`
const rule = `arn:aws:events:${region}:${accountNumber}:rule/${interruptionQueueName}`
const logGroup = `arn:aws:logs:${region}:${accountNumber}:log-group:${logGroupName({ id: 'environment-1', name: 'Production' }, { id: 'application-1', name: 'Shop' })}`
const logStream = `${logGroup}:log-stream:${logStreamName('process-1')}`
const roleArn = (name: string) => `arn:aws:iam::${accountNumber}:role${rolePath}${name}`

const byManager = (
  action: string,
  resource: PolicyResource,
  rest: Partial<PolicyQuestion> = {},
): RoleRequest => ({ role: environmentManagerRoleName, action, resource, ...rest })

const byCertificateManager = (...request: Parameters<typeof byManager>): RoleRequest => ({
  ...byManager(...request),
  role: certificateManagerRoleName,
})

const owned = (arn: string): PolicyResource => ({ arn, tags })
const onOwned = (action: string, ...arns: string[]) => arns.map((arn) => byManager(action, owned(arn)))
const onNamed = (action: string, arn: string) => [byManager(action, { arn })]
const inRegion: PolicyResource = { arn: '*', context: { 'aws:RequestedRegion': region } }
const describing = (action: string) => [byManager(action, inRegion)]

/** A thing that is made with tags: AWS asks about the making, and about the tags. */
const creating = (
  action: string,
  arn: string,
  context: PolicyResource['context'] = {},
  requestTags: Tags = tags,
): RoleRequest[] => {
  const [service, call] = action.split(':')
  return [
    byManager(action, { arn, tags: {}, context }, { requestTags }),
    byManager(
      service === 'ec2' ? 'ec2:CreateTags' : 'elasticloadbalancing:AddTags',
      { arn, tags: {}, context: { [`${service}:CreateAction`]: call ?? '' } },
      { requestTags },
    ),
  ]
}

const launchRequest: LaunchRequest = {
  clientToken: 'token-1',
  instanceType: 'c6g.medium',
  zone: `${region}a`,
  market: 'spot',
  subnetId: 'subnet-1',
  securityGroupIds: ['sg-1'],
  bootstrap: { instance: 'token-1', key: 'a2V5' },
  tags,
}

/** What AWS asks about the launch as we really request it. */
function launching(): RoleRequest[] {
  const input = toRunInstances(launchRequest, 'ami-1', {
    agentBundleUrl: 'https://example.com/agent',
    agentBundleSha256: 'ab'.repeat(32),
  })
  const contextOf: Record<string, PolicyResource['context']> = {
    instance: {
      'ec2:InstanceProfile': `arn:aws:iam::${accountNumber}:instance-profile${rolePath}${input.IamInstanceProfile?.Name}`,
      'ec2:MetadataHttpTokens': String(input.MetadataOptions?.HttpTokens),
      'ec2:MetadataHttpPutResponseHopLimit': String(input.MetadataOptions?.HttpPutResponseHopLimit),
    },
    volume: { 'ec2:Encrypted': String(input.BlockDeviceMappings?.[0]?.Ebs?.Encrypted) },
    'network-interface': {
      'ec2:AssociatePublicIpAddress': String(input.NetworkInterfaces?.[0]?.AssociatePublicIpAddress),
    },
  }
  const byAmazon = ['amazon', '591542846629'].flatMap((owner) =>
    ['image/ami-1', 'snapshot/snap-1'].map((id) =>
      byManager('ec2:RunInstances', {
        arn: `arn:aws:ec2:${region}::${id}`,
        tags: {},
        context: { 'ec2:Owner': owner },
      }),
    ),
  )
  return [
    ...(input.TagSpecifications ?? []).flatMap(({ ResourceType, Tags }) =>
      creating(
        'ec2:RunInstances',
        ec2Arn(String(ResourceType)),
        contextOf[String(ResourceType)],
        Object.fromEntries((Tags ?? []).map(({ Key, Value }) => [Key ?? '', Value ?? ''])),
      ),
    ),
    ...onOwned('ec2:RunInstances', ec2Arn('subnet', 'subnet-1'), ec2Arn('security-group', 'sg-1')),
    ...byAmazon,
    ...useDiskKey.map((action) =>
      byManager(action, {
        arn: `arn:aws:kms:${region}:${accountNumber}:key/1`,
        tags: {},
        context: { 'kms:ViaService': `ec2.${region}.amazonaws.com` },
      }),
    ),
    byManager('iam:PassRole', {
      arn: roleArn(processRunnerRoleName),
      context: { 'iam:PassedToService': 'ec2.amazonaws.com' },
    }),
    ...serviceRole('spot.amazonaws.com', 'AWSServiceRoleForEC2Spot'),
  ]
}

/** The first use of a service in an account makes the service's own role. */
const serviceRole = (service: string, name: string) => [
  byManager('iam:CreateServiceLinkedRole', {
    arn: `arn:aws:iam::${accountNumber}:role/aws-service-role/${service}/${name}`,
    context: { 'iam:AWSServiceName': service },
  }),
]

const examining = (action: string): RoleRequest[] =>
  requiredRoleNames.flatMap((name) =>
    // As if it had no path where it does not exist.
    [roleArn(name), `arn:aws:iam::${accountNumber}:role/${name}`].map((arn) => ({
      role: examinationRoleName,
      action,
      resource: { arn, tags: {} },
    })),
  )

const examiningApplicationRole: RoleRequest = {
  role: examinationRoleName,
  action: 'iam:GetRole',
  resource: {
    arn: `arn:aws:iam::${accountNumber}:role/apps/mail`,
    tags: { [applicationRoleTag]: applicationRoleValue },
  },
}

/** Zones have no tags, and the accounts of their ARNs are empty. */
const inZone = (action: string, context?: PolicyResource['context']): RoleRequest => ({
  role: dnsManagerRoleName,
  action,
  resource: { arn: 'arn:aws:route53:::hostedzone/Z1', tags: {}, context },
})

const ofNetworks = (action: string, resource: PolicyResource): RoleRequest => ({
  role: networkManagerRoleName,
  action,
  resource,
})

/** Of the customer's, whatever tags it has. */
const theirs = (type: string): PolicyResource => ({
  arn: ec2Arn(type, 'theirs'),
  tags: {},
  context: { 'aws:RequestedRegion': region },
})

const describedInEc2 = [
  'AvailabilityZones',
  'InstanceTypeOfferings',
  'InstanceTypes',
  'Instances',
  'InternetGateways',
  'NetworkInterfaces',
  'SecurityGroups',
  'SpotPriceHistory',
  'Subnets',
  'VpcEndpoints',
]
const describedInElb = ['Listeners', 'LoadBalancers', 'Tags', 'TargetGroups', 'TargetHealth']
const describedIn = (service: string, things: string[]) =>
  Object.fromEntries(
    things.map((thing) => [`${service}:Describe${thing}`, describing(`${service}:Describe${thing}`)]),
  )

/** What the controller and the instances really do in a customer's account, by the SDK's name for the call. */
export const ownRequests: Record<string, RoleRequest[]> = {
  ...describedIn('ec2', describedInEc2),
  ...describedIn('elasticloadbalancing', describedInElb),
  ...Object.fromEntries(
    ['DescribeRouteTables', 'DescribeVpcPeeringConnections', 'DescribeVpcs'].map((name) => [
      `ec2:${name}`,
      [...describing(`ec2:${name}`), ofNetworks(`ec2:${name}`, inRegion)],
    ]),
  ),
  'ec2:CreateVpcPeeringConnection': [
    ...creating('ec2:CreateVpcPeeringConnection', ec2Arn('vpc-peering-connection')),
    ...onOwned('ec2:CreateVpcPeeringConnection', ec2Arn('vpc', 'vpc-1')),
  ],
  'ec2:AcceptVpcPeeringConnection': ['vpc-peering-connection', 'vpc'].map((type) =>
    ofNetworks('ec2:AcceptVpcPeeringConnection', theirs(type)),
  ),
  'ec2:CreateTags': [
    { ...ofNetworks('ec2:CreateTags', theirs('vpc-peering-connection')), requestTags: tags },
  ],
  'ec2:ModifyVpcPeeringConnectionOptions': [
    ...onOwned('ec2:ModifyVpcPeeringConnectionOptions', ec2Arn('vpc-peering-connection', 'pcx-1')),
    ofNetworks('ec2:ModifyVpcPeeringConnectionOptions', owned(ec2Arn('vpc-peering-connection', 'pcx-1'))),
  ],
  ...Object.fromEntries(
    ['CreateRoute', 'DeleteRoute'].map((name) => [
      `ec2:${name}`,
      [
        ...onOwned(`ec2:${name}`, ec2Arn('route-table', 'one')),
        ofNetworks(`ec2:${name}`, theirs('route-table')),
      ],
    ]),
  ),
  'ec2:CreateVpc': creating('ec2:CreateVpc', ec2Arn('vpc')),
  'ec2:CreateInternetGateway': creating('ec2:CreateInternetGateway', ec2Arn('internet-gateway')),
  'ec2:CreateSubnet': [
    ...creating('ec2:CreateSubnet', ec2Arn('subnet')),
    ...onOwned('ec2:CreateSubnet', ec2Arn('vpc', 'vpc-1')),
  ],
  'ec2:CreateSecurityGroup': [
    ...creating('ec2:CreateSecurityGroup', ec2Arn('security-group')),
    ...onOwned('ec2:CreateSecurityGroup', ec2Arn('vpc', 'vpc-1')),
  ],
  'ec2:CreateRouteTable': [
    ...creating('ec2:CreateRouteTable', ec2Arn('route-table')),
    ...onOwned('ec2:CreateRouteTable', ec2Arn('vpc', 'vpc-1')),
  ],
  ...Object.fromEntries(
    ['AttachInternetGateway', 'DetachInternetGateway'].map((name) => [
      `ec2:${name}`,
      onOwned(`ec2:${name}`, ec2Arn('internet-gateway', 'igw-1'), ec2Arn('vpc', 'vpc-1')),
    ]),
  ),
  ...Object.fromEntries(
    ['AssociateRouteTable', 'DisassociateRouteTable'].map((name) => [
      `ec2:${name}`,
      onOwned(`ec2:${name}`, ec2Arn('route-table', 'rtb-1'), ec2Arn('subnet', 'subnet-1')),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      DeleteInternetGateway: 'internet-gateway',
      ReplaceRoute: 'route-table',
      DeleteRouteTable: 'route-table',
      AuthorizeSecurityGroupIngress: 'security-group',
      RevokeSecurityGroupIngress: 'security-group',
      DeleteSecurityGroup: 'security-group',
      DeleteSubnet: 'subnet',
      DeleteVpc: 'vpc',
      DeleteVpcPeeringConnection: 'vpc-peering-connection',
      ModifyVpcAttribute: 'vpc',
      TerminateInstances: 'instance',
    }).map(([name, type]) => [`ec2:${name}`, onOwned(`ec2:${name}`, ec2Arn(type, 'one'))]),
  ),
  'ec2:RunInstances': launching(),
  'ec2:GetEbsDefaultKmsKeyId': describing('ec2:GetEbsDefaultKmsKeyId'),
  'cloudwatch:GetMetricData': describing('cloudwatch:GetMetricData'),
  'servicequotas:GetServiceQuota': describing('servicequotas:GetServiceQuota'),
  'servicequotas:GetAWSDefaultServiceQuota': describing('servicequotas:GetAWSDefaultServiceQuota'),
  'ssm:GetParameter': [
    ...onNamed('ssm:GetParameter', `arn:aws:ssm:${region}::parameter${machineImageParameter}`),
    ...['registries/ghcr', 'secrets/database'].map((name) => ({
      role: processRunnerRoleName,
      action: 'ssm:GetParameter',
      resource: { arn: `arn:aws:ssm:${region}:${accountNumber}:parameter/sdo/${name}`, tags: {} },
    })),
  ],
  'elasticloadbalancing:CreateLoadBalancer': [
    ...creating('elasticloadbalancing:CreateLoadBalancer', loadBalancer),
    ...describing('ec2:DescribeAccountAttributes'),
    ...serviceRole('elasticloadbalancing.amazonaws.com', 'AWSServiceRoleForElasticLoadBalancing'),
  ],
  'elasticloadbalancing:CreateTargetGroup': creating('elasticloadbalancing:CreateTargetGroup', targetGroup),
  ...Object.fromEntries(
    Object.entries({
      DeleteLoadBalancer: loadBalancer,
      DeleteTargetGroup: targetGroup,
      DeregisterTargets: targetGroup,
      ModifyTargetGroup: targetGroup,
      ModifyTargetGroupAttributes: targetGroup,
      RegisterTargets: targetGroup,
    }).map(([name, arn]) => [`elasticloadbalancing:${name}`, onOwned(`elasticloadbalancing:${name}`, arn)]),
  ),
  'elasticloadbalancing:CreateListener': [
    ...onOwned('elasticloadbalancing:CreateListener', loadBalancer),
    byCertificateManager('elasticloadbalancing:CreateListener', owned(loadBalancer)),
  ],
  ...Object.fromEntries(
    Object.entries({
      AddListenerCertificates: listener,
      CreateRule: listener,
      DeleteListener: listener,
      DeleteRule: listenerRule,
      ModifyListener: listener,
      ModifyRule: listenerRule,
      RemoveListenerCertificates: listener,
    }).map(([name, arn]) => [
      `elasticloadbalancing:${name}`,
      [byCertificateManager(`elasticloadbalancing:${name}`, { arn, tags: {} })],
    ]),
  ),
  'elasticloadbalancing:DescribeRules': [
    byCertificateManager('elasticloadbalancing:DescribeRules', inRegion),
  ],
  'elasticloadbalancing:DescribeListenerCertificates': [
    byCertificateManager('elasticloadbalancing:DescribeListenerCertificates', inRegion),
    byCertificateManager('elasticloadbalancing:DescribeListeners', inRegion),
  ],
  'acm:RequestCertificate': [
    byCertificateManager('acm:RequestCertificate', inRegion, { requestTags: tags }),
    byCertificateManager(
      'acm:AddTagsToCertificate',
      { arn: certificateArn('new'), tags: {} },
      { requestTags: tags },
    ),
  ],
  'acm:ListCertificates': [byCertificateManager('acm:ListCertificates', inRegion)],
  'acm:ListTagsForCertificate': [
    byCertificateManager('acm:ListTagsForCertificate', { arn: certificateArn('1'), tags: {} }),
  ],
  'acm:DescribeCertificate': [byCertificateManager('acm:DescribeCertificate', owned(certificateArn('1')))],
  'acm:DeleteCertificate': [byCertificateManager('acm:DeleteCertificate', owned(certificateArn('1')))],
  'sqs:CreateQueue': ['sqs:CreateQueue', 'sqs:TagQueue'].map((action) =>
    byManager(action, { arn: queue }, { requestTags: { [ownerTag]: ownerValue } }),
  ),
  'sqs:DeleteMessageBatch': onNamed('sqs:DeleteMessage', queue),
  ...Object.fromEntries(
    ['DeleteQueue', 'GetQueueAttributes', 'GetQueueUrl', 'ReceiveMessage', 'SetQueueAttributes'].map(
      (name) => [`sqs:${name}`, onNamed(`sqs:${name}`, queue)],
    ),
  ),
  'events:PutRule': [
    byManager('events:PutRule', {
      arn: rule,
      context: {
        'events:source': interruptionPattern.source,
        'events:detail-type': interruptionPattern['detail-type'],
      },
    }),
  ],
  'events:PutTargets': [
    byManager('events:PutTargets', { arn: rule, context: { 'events:TargetArn': [queue] } }),
  ],
  'events:RemoveTargets': onNamed('events:RemoveTargets', rule),
  'events:DeleteRule': onNamed('events:DeleteRule', rule),
  'events:DescribeRule': onNamed('events:DescribeRule', rule),
  'events:ListTargetsByRule': onNamed('events:ListTargetsByRule', rule),
  'route53:GetHostedZone': [inZone('route53:GetHostedZone')],
  'route53:ListResourceRecordSets': [inZone('route53:ListResourceRecordSets')],
  'route53:GetChange': [inZone('route53:GetChange')],
  'route53:ChangeResourceRecordSets': [
    inZone('route53:ChangeResourceRecordSets', {
      'route53:ChangeResourceRecordSetsRecordTypes': ['A'],
      'route53:ChangeResourceRecordSetsActions': ['CREATE', 'DELETE'],
    }),
    inZone('route53:ChangeResourceRecordSets', {
      'route53:ChangeResourceRecordSetsRecordTypes': ['CNAME'],
      'route53:ChangeResourceRecordSetsActions': ['CREATE', 'DELETE'],
      'route53:ChangeResourceRecordSetsNormalizedRecordNames': [`_${'0a'.repeat(16)}.example.com`],
    }),
  ],
  'iam:GetRole': [...examining('iam:GetRole'), examiningApplicationRole],
  'iam:GetRolePolicy': examining('iam:GetRolePolicy'),
  'iam:ListRolePolicies': examining('iam:ListRolePolicies'),
  'iam:ListAttachedRolePolicies': examining('iam:ListAttachedRolePolicies'),
  'ecr:GetAuthorizationToken': [
    { role: processRunnerRoleName, action: 'ecr:GetAuthorizationToken', resource: inRegion },
    // What Docker asks for with the login.
    ...['ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'].map((action) => ({
      role: processRunnerRoleName,
      action,
      resource: { arn: `arn:aws:ecr:${region}:${accountNumber}:repository/shop/web`, tags: {} },
      needsItsOwner: true,
    })),
  ],
  // What is below our path may have any name, and has no tags.
  ...Object.fromEntries(
    ['CreateLogGroup', 'DescribeLogStreams', 'FilterLogEvents', 'PutRetentionPolicy'].map((name) => [
      `logs:${name}`,
      [byManager(`logs:${name}`, { arn: logGroup, tags: {} })],
    ]),
  ),
  ...Object.fromEntries(
    ['CreateLogStream', 'PutLogEvents'].map((name) => [
      `logs:${name}`,
      [{ role: processRunnerRoleName, action: `logs:${name}`, resource: { arn: logStream, tags: {} } }],
    ]),
  ),
  'secretsmanager:GetSecretValue': ['registries/ghcr', 'secrets/database'].map((name) => ({
    role: processRunnerRoleName,
    action: 'secretsmanager:GetSecretValue',
    resource: {
      arn: `arn:aws:secretsmanager:${region}:${accountNumber}:secret:sdo/${name}-AbCdEf`,
      tags: {},
    },
  })),
  'sts:AssumeRole': [
    {
      role: processRunnerRoleName,
      action: 'sts:AssumeRole',
      resource: {
        arn: `arn:aws:iam::${accountNumber}:role/shop/orders`,
        tags: { [applicationRoleTag]: applicationRoleValue },
      },
    },
  ],
  // By the platform's own credentials, and AWS asks for no permission.
  'sts:GetCallerIdentity': [],
}
