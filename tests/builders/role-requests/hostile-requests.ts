import type { PolicyResource } from '../../../simulator/policies/policy'
import { ownerTag, ownerTags } from '../../../core/aws/ownership'
import { region } from '../../../core/aws/region'
import {
  certificateManagerRoleName,
  dnsManagerRoleName,
  environmentManagerRoleName,
  examinationRoleName,
  interruptionQueueName,
  networkManagerRoleName,
  processRunnerRoleName,
} from '../../../core/roles/names'
import { accountNumber, ownRequests, type RoleRequest } from './own-requests'

/** A request that no role may allow, and what somebody would gain by it. */
export interface HostileRequest extends RoleRequest {
  gain: string
}

const describe = ({ role, action, resource }: RoleRequest) => `${role} ${action} on ${resource.arn}`

/** Each of our own requests, turned against something that is not ours, in every way in which AWS tells the difference. */
const turned = (request: RoleRequest): HostileRequest[] => {
  const { resource, requestTags } = request
  const on = (gain: string, change: Partial<PolicyResource>): HostileRequest => ({
    ...request,
    gain: `${describe(request)}: ${gain}`,
    resource: { ...resource, ...change },
  })
  const tagged = (gain: string, tags: RoleRequest['requestTags']): HostileRequest => ({
    ...request,
    gain: `${describe(request)}: ${gain}`,
    requestTags: tags,
  })
  const [, , , itsRegion, itsAccount] = resource.arn.split(':')
  const isOwned = resource.tags !== undefined && Object.keys(resource.tags).length > 0
  return [
    ...(isOwned
      ? [
          on("the customer's own", { tags: { Name: 'database' } }),
          on('tagged like ours by somebody else', {
            tags: Object.fromEntries(Object.keys(resource.tags ?? {}).map((tag) => [tag, 'other'])),
          }),
        ]
      : []),
    ...(resource.tags === undefined && resource.arn !== '*'
      ? [on('of another name', { arn: `${resource.arn}-other` })]
      : []),
    ...(itsRegion ? [on('in another region', { arn: resource.arn.replace(region, 'eu-west-1') })] : []),
    ...(itsAccount && !request.needsItsOwner
      ? [on('shared by another account', { arn: resource.arn.replace(accountNumber, '444455556666') })]
      : []),
    ...(requestTags
      ? [
          tagged('unmarked', undefined),
          tagged('marked as somebody else’s', { ...requestTags, [ownerTag]: 'other' }),
          tagged('with a tag that gives rights elsewhere', { ...requestTags, 'access-level': 'admin' }),
        ]
      : []),
    ...Object.entries(resource.context ?? {}).flatMap(([key, value]) => {
      const others = Object.fromEntries(
        Object.entries(resource.context ?? {}).filter(([other]) => other !== key),
      )
      return [
        on(`without ${key}`, { context: others }),
        on(`with another ${key}`, { context: { ...others, [key]: otherThan(String(value)) } }),
        ...(Array.isArray(value)
          ? [on(`with more ${key}`, { context: { ...others, [key]: [...value, otherThan(String(value))] } })]
          : []),
      ]
    }),
  ]
}

/** After the underscore of a name that validates a certificate, anything may follow. */
const otherThan = (value: string) =>
  value.startsWith('_')
    ? value.slice(1)
    : value === 'true'
      ? 'false'
      : /^\d$/.test(value)
        ? String(Number(value) + 1)
        : `${value}-other`

const mine = ownerTags('environment-1', 'purpose')
const theirs = { Name: 'database' }
const zone = (change?: string, type = 'A', name?: string): PolicyResource => ({
  arn: 'arn:aws:route53:::hostedzone/Z1',
  ...(change && {
    context: {
      'route53:ChangeResourceRecordSetsRecordTypes': [type],
      'route53:ChangeResourceRecordSetsActions': [change],
      ...(name && { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': [name] }),
    },
  }),
})
const certificate = (tags: PolicyResource['tags']): PolicyResource => ({
  arn: `arn:aws:acm:${region}:${accountNumber}:certificate/1`,
  tags,
})
const ec2 = (type: string, tags: PolicyResource['tags'] = theirs): PolicyResource => ({
  arn: `arn:aws:ec2:${region}:${accountNumber}:${type}/theirs`,
  tags,
})
const role = (name: string): PolicyResource => ({
  arn: `arn:aws:iam::${accountNumber}:role/${name}`,
  tags: {},
  context: { 'iam:PassedToService': 'ec2.amazonaws.com' },
})
const iam = (path: string): PolicyResource => ({ arn: `arn:aws:iam::${accountNumber}:${path}`, tags: {} })
const named = (service: string, name: string): PolicyResource => ({
  arn: `arn:aws:${service}:${region}:${accountNumber}:${name}`,
})

/** What nothing of ours resembles: by the manager, for whom the others are too weak. */
const invented: [
  gain: string,
  action: string,
  resource: PolicyResource,
  requestTags?: Record<string, string>,
][] = [
  ['our instances with their disk', 'ec2:RunInstances', ec2('volume'), mine],
  ['our instance with their interface', 'ec2:RunInstances', ec2('network-interface'), mine],
  ['login to our instances by their key', 'ec2:RunInstances', ec2('key-pair')],
  ['what their launch template says', 'ec2:RunInstances', ec2('launch-template')],
  [
    'their data, by a disk from their snapshot',
    'ec2:RunInstances',
    {
      arn: `arn:aws:ec2:${region}::snapshot/snap-theirs`,
      tags: theirs,
      context: { 'ec2:Owner': accountNumber },
    },
  ],
  [
    'their image with what is in it',
    'ec2:RunInstances',
    { arn: `arn:aws:ec2:${region}::image/ami-theirs`, tags: theirs, context: { 'ec2:Owner': accountNumber } },
  ],
  [
    "a stranger's image",
    'ec2:RunInstances',
    { arn: `arn:aws:ec2:${region}::image/ami-stranger`, tags: {}, context: { 'ec2:Owner': '444455556666' } },
  ],
  ...['instance', 'volume', 'vpc', 'subnet', 'security-group', 'route-table', 'snapshot'].map(
    (type): (typeof invented)[number] => [
      `their ${type}, by marking it as ours`,
      'ec2:CreateTags',
      ec2(type),
      mine,
    ],
  ),
  ['their instance, by unmarking what protects it', 'ec2:DeleteTags', ec2('instance')],
  [
    'their load balancer, by marking it as ours',
    'elasticloadbalancing:AddTags',
    named('elasticloadbalancing', 'loadbalancer/app/theirs/1'),
    mine,
  ],
  ['a copy of their disk', 'ec2:CreateSnapshot', ec2('volume'), mine],
  ['their disk in our instance', 'ec2:AttachVolume', ec2('volume', mine)],
  ['their data for everybody', 'ec2:ModifySnapshotAttribute', ec2('snapshot')],
  ['another role for a running instance', 'ec2:AssociateIamInstanceProfile', ec2('instance', mine)],
  ['a running instance with other user data', 'ec2:ModifyInstanceAttribute', ec2('instance', mine)],
  ['traffic that leaves their route', 'ec2:DeleteRoute', ec2('route-table')],
  ['traffic that takes our route', 'ec2:ReplaceRoute', ec2('route-table')],
  ['a way into their network', 'ec2:CreateVpcPeeringConnection', ec2('vpc')],
  ['their networks apart', 'ec2:DeleteVpcPeeringConnection', ec2('vpc-peering-connection')],
  ['their instance gone', 'ec2:TerminateInstances', ec2('instance')],
  ['their instance stopped', 'ec2:StopInstances', ec2('instance')],
  ['a port of theirs open', 'ec2:AuthorizeSecurityGroupIngress', ec2('security-group')],
  ['a port of theirs closed', 'ec2:RevokeSecurityGroupIngress', ec2('security-group')],
  ['their traffic for us', 'ec2:CreateTrafficMirrorSession', ec2('network-interface')],
  ['their rights, by their role', 'iam:PassRole', role('admin')],
  ['their rights, by a role of a name like ours', 'iam:PassRole', role('sdo-process-runner')],
  [
    'rights for a function, by our role',
    'iam:PassRole',
    {
      ...role('sdo/sdo-process-runner'),
      context: { 'iam:PassedToService': 'lambda.amazonaws.com' },
    },
  ],
  ['any rights, by another version of their policy', 'iam:CreatePolicyVersion', iam('policy/theirs')],
  ['any rights, by another version of a policy like ours', 'iam:CreatePolicyVersion', iam('policy/sdo/ours')],
  ['any rights, by a policy of our role', 'iam:PutRolePolicy', iam('role/sdo/sdo-environment-manager')],
  ['any rights, by attaching', 'iam:AttachRolePolicy', iam('role/sdo/sdo-process-runner')],
  ['anybody in, by our trust', 'iam:UpdateAssumeRolePolicy', iam('role/sdo/sdo-environment-manager')],
  ['a role of its own', 'iam:CreateRole', iam('role/sdo/more')],
  ['a user', 'iam:CreateUser', iam('user/sdo')],
  [
    'a service of another name in',
    'iam:CreateServiceLinkedRole',
    {
      ...iam('role/aws-service-role/spot.amazonaws.com/AWSServiceRoleForEC2Spot'),
      context: { 'iam:AWSServiceName': 'organizations.amazonaws.com' },
    },
  ],
  [
    'every call in their account',
    'events:PutRule',
    {
      ...named('events', `rule/${interruptionQueueName}`),
      context: { 'events:source': ['aws.s3'], 'events:detail-type': ['AWS API Call via CloudTrail'] },
    },
  ],
  [
    'every event, by a pattern of accounts alone',
    'events:PutRule',
    named('events', `rule/${interruptionQueueName}`),
  ],
  ['their rule silent', 'events:DisableRule', named('events', 'rule/theirs')],
  ['their rule gone', 'events:DeleteRule', named('events', 'rule/theirs')],
  ['our events in their bus', 'events:PutEvents', named('events', 'event-bus/default')],
  [
    'events for a function of theirs',
    'events:PutTargets',
    {
      ...named('events', `rule/${interruptionQueueName}`),
      context: { 'events:TargetArn': [`arn:aws:lambda:${region}:${accountNumber}:function:theirs`] },
    },
  ],
  ['their messages', 'sqs:ReceiveMessage', named('sqs', 'orders')],
  ['their queue gone', 'sqs:DeleteQueue', named('sqs', 'orders')],
  ['their queue open', 'sqs:SetQueueAttributes', named('sqs', 'orders')],
  ['a secret parameter', 'ssm:GetParameter', named('ssm', 'parameter/database-password')],
  ['a shell on their instance', 'ssm:SendCommand', ec2('instance')],
  [
    'their logs, kept for a day only',
    'logs:PutRetentionPolicy',
    named('logs', 'log-group:/aws/lambda/theirs'),
  ],
  ['their logs of a name like ours', 'logs:PutRetentionPolicy', named('logs', 'log-group:/sdo-theirs')],
  ['a group among theirs', 'logs:CreateLogGroup', named('logs', 'log-group:/aws/lambda/ours')],
  ['the names of their streams', 'logs:DescribeLogStreams', named('logs', 'log-group:/aws/lambda/theirs')],
  ['what their functions printed', 'logs:FilterLogEvents', named('logs', 'log-group:/aws/lambda/theirs')],
  ['what processes printed', 'logs:GetLogEvents', named('logs', 'log-group:/sdo/a/b:log-stream:c')],
  ['what processes printed gone', 'logs:DeleteLogGroup', named('logs', 'log-group:/sdo/a/b')],
  ['what their key protects', 'kms:Decrypt', named('kms', 'key/1')],
  ['their objects', 's3:GetObject', { arn: 'arn:aws:s3:::theirs/object' }],
  ['another role', 'sts:AssumeRole', role('admin')],
]

const strayFrom = (name: string, requests: [string, string, PolicyResource][]): HostileRequest[] =>
  requests.map(([gain, action, resource]) => ({ role: name, gain, action, resource }))

export const hostileRequests: HostileRequest[] = [
  ...Object.values(ownRequests).flat().flatMap(turned),
  ...invented.map(([gain, action, resource, requestTags]) => ({
    role: environmentManagerRoleName,
    gain,
    action,
    resource,
    requestTags,
  })),
  ...strayFrom(examinationRoleName, [
    ["who may use the customer's roles", 'iam:GetRole', iam('role/admin')],
    ['a role of a name like ours', 'iam:GetRole', iam('role/sdo-admin')],
    ['a change of our own role', 'iam:PutRolePolicy', iam('role/sdo/sdo-examination')],
    ['a list of users', 'iam:ListUsers', { arn: '*' }],
  ]),
  ...strayFrom(dnsManagerRoleName, [
    ['their zone gone', 'route53:DeleteHostedZone', zone()],
    ['their record under our name', 'route53:ChangeResourceRecordSets', zone('UPSERT')],
    ['their mail', 'route53:ChangeResourceRecordSets', zone('CREATE', 'MX')],
    ['a certificate of their name', 'route53:ChangeResourceRecordSets', zone('CREATE', 'CNAME')],
    [
      'a certificate of another authority',
      'route53:ChangeResourceRecordSets',
      zone('CREATE', 'CNAME', '_acme-challenge.example.com'),
    ],
    ['their website', 'route53:ChangeResourceRecordSets', zone('CREATE', 'CNAME', 'www.example.com')],
    ['all their names', 'route53:ChangeResourceRecordSets', zone('CREATE', 'CNAME', '\\052.example.com')],
    [
      'what validates their certificate, changed',
      'route53:ChangeResourceRecordSets',
      zone('UPSERT', 'CNAME', `_${'0a'.repeat(16)}.example.com`),
    ],
  ]),
  ...strayFrom(certificateManagerRoleName, [
    ['their certificate gone', 'acm:DeleteCertificate', certificate(theirs)],
    ['the private key of a certificate', 'acm:ExportCertificate', certificate(mine)],
    ['a certificate of other making', 'acm:ImportCertificate', certificate(mine)],
    ['what their certificate is for', 'acm:DescribeCertificate', certificate(theirs)],
    [
      'the tags of certificates elsewhere',
      'acm:ListTagsForCertificate',
      { arn: `arn:aws:acm:eu-west-1:${accountNumber}:certificate/theirs` },
    ],
    ...[
      'ModifyListener',
      'DeleteListener',
      'AddListenerCertificates',
      'RemoveListenerCertificates',
      'CreateRule',
    ].map((name): [string, string, PolicyResource] => [
      `${name} on a listener of theirs`,
      `elasticloadbalancing:${name}`,
      named('elasticloadbalancing', 'listener/app/sdo-theirs/1/2'),
    ]),
    ...['ModifyRule', 'DeleteRule'].map((name): [string, string, PolicyResource] => [
      `${name} on a rule of theirs`,
      `elasticloadbalancing:${name}`,
      named('elasticloadbalancing', 'listener-rule/app/sdo-theirs/1/2/3'),
    ]),
    [
      'their load balancer gone',
      'elasticloadbalancing:DeleteLoadBalancer',
      named('elasticloadbalancing', 'loadbalancer/app/theirs/1'),
    ],
  ]),
  ...strayFrom(networkManagerRoleName, [
    ['their route elsewhere', 'ec2:ReplaceRoute', ec2('route-table')],
    ['their connection gone', 'ec2:DeleteVpcPeeringConnection', ec2('vpc-peering-connection')],
    ['a way in from elsewhere', 'ec2:CreateVpcPeeringConnection', ec2('vpc')],
    ['a way through their security', 'ec2:AuthorizeSecurityGroupIngress', ec2('security-group')],
    ['their network marked as ours', 'ec2:CreateTags', ec2('vpc')],
    ['names of their network', 'ec2:ModifyVpcAttribute', ec2('vpc')],
  ]),
  ...strayFrom(processRunnerRoleName, [
    ["the customer's rights", 'sts:AssumeRole', role('admin')],
    ['the rights to change environments', 'sts:AssumeRole', role('sdo/sdo-environment-manager')],
    ['another instance', 'ec2:RunInstances', ec2('instance', {})],
    [
      'an image of ours for theirs',
      'ecr:PutImage',
      { arn: `arn:aws:ecr:${region}:${accountNumber}:repository/shop`, tags: {} },
    ],
    [
      'a line in their audit log',
      'logs:PutLogEvents',
      named('logs', 'log-group:/audit/theirs:log-stream:today'),
    ],
    [
      'a stream among theirs',
      'logs:CreateLogStream',
      named('logs', 'log-group:/audit/theirs:log-stream:new'),
    ],
    ['what others printed', 'logs:GetLogEvents', named('logs', 'log-group:/sdo/a/b:log-stream:c')],
    [
      'a secret of theirs',
      'secretsmanager:GetSecretValue',
      named('secretsmanager', 'secret:database-AbCdEf'),
    ],
    [
      'a secret of a name like ours',
      'secretsmanager:GetSecretValue',
      named('secretsmanager', 'secret:sdo/registries-AbCdEf'),
    ],
    [
      'another secret of a name like ours',
      'secretsmanager:GetSecretValue',
      named('secretsmanager', 'secret:sdo/secrets-AbCdEf'),
    ],
    [
      'another value for a secret',
      'secretsmanager:PutSecretValue',
      named('secretsmanager', 'secret:sdo/secrets/database-AbCdEf'),
    ],
    [
      'another password for a registry',
      'secretsmanager:PutSecretValue',
      named('secretsmanager', 'secret:sdo/registries/ghcr-AbCdEf'),
    ],
    ['a parameter of theirs', 'ssm:GetParameter', named('ssm', 'parameter/database-password')],
    ['all parameters at once', 'ssm:GetParametersByPath', named('ssm', 'parameter/sdo/registries')],
    ['an application role of our own making', 'iam:TagRole', iam('role/admin')],
  ]),
]
