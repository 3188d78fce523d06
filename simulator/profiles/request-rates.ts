import type { Rate } from './profile'

const ec2 = { code: 'RequestLimitExceeded' } as const
const loadBalancing = { code: 'ThrottlingException', isShared: true } as const
const certificates = { code: 'ThrottlingException' } as const
const route53 = { code: 'Throttling', isShared: true } as const

/**
 * How often AWS lets an account call, by AWS's guides on request throttling of EC2 and of Elastic Load Balancing, and on the quotas of Certificate
 * Manager, Route 53 and CloudWatch Logs. EC2 has a bucket for each action, Elastic Load Balancing one for each sort of action.
 */
export const requestRates: readonly Rate[] = [
  { ...ec2, actions: /^ec2:RunInstances$/, size: 5, perSecond: 2 },
  { ...ec2, actions: /^ec2:TerminateInstances$/, size: 100, perSecond: 5 },
  { ...ec2, actions: /^ec2:(Describe|Get)/, size: 100, perSecond: 20 },
  { ...ec2, actions: /^ec2:/, size: 50, perSecond: 5 },
  { ...loadBalancing, actions: /^elasticloadbalancing:Describe/, size: 40, perSecond: 10 },
  { ...loadBalancing, actions: /^elasticloadbalancing:(Der|R)egisterTargets$/, size: 20, perSecond: 4 },
  { ...loadBalancing, actions: /^elasticloadbalancing:/, size: 20, perSecond: 3 },
  { ...certificates, actions: /^acm:DescribeCertificate$/, size: 10, perSecond: 10 },
  { ...certificates, actions: /^acm:ListCertificates$/, size: 8, perSecond: 8 },
  { ...certificates, actions: /^acm:/, size: 5, perSecond: 5 },
  { ...route53, actions: /^route53:/, size: 5, perSecond: 5 },
  { ...certificates, actions: /^logs:/, size: 10, perSecond: 10 },
]
