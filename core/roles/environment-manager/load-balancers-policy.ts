import { region } from '../../aws/region'
import { allow, ifMarkedAsOwned, ifOwned, policyDocument, whileCreating } from '../policy'
import type { RolePolicy } from '../role'

const create = ['elasticloadbalancing:CreateLoadBalancer', 'elasticloadbalancing:CreateTargetGroup']

export const loadBalancersPolicy = (accountNumber: string): RolePolicy => {
  const arn = (path: string) => `arn:aws:elasticloadbalancing:${region}:${accountNumber}:${path}`
  const loadBalancers = [arn('loadbalancer/app/*')]
  const targetGroups = [arn('targetgroup/*')]
  return {
    name: 'manage-load-balancers',
    description:
      'Create load balancers marked with the owner tag of SDO; change and delete only load balancers that carry it. AWS cannot restrict by tag which subnets and security groups a load balancer uses and which instances it forwards to; SDO takes its own.',
    definition: policyDocument(
      allow('CreateMarked', create, [...loadBalancers, ...targetGroups], ifMarkedAsOwned),
      allow(
        'TagWhileCreating',
        ['elasticloadbalancing:AddTags'],
        [...loadBalancers, ...targetGroups],
        whileCreating('elasticloadbalancing', create),
      ),
      allow(
        'ChangeOwnedLoadBalancers',
        ['elasticloadbalancing:CreateListener', 'elasticloadbalancing:DeleteLoadBalancer'],
        loadBalancers,
        ifOwned,
      ),
      allow(
        'ChangeOwnedTargetGroups',
        [
          'elasticloadbalancing:DeleteTargetGroup',
          'elasticloadbalancing:DeregisterTargets',
          'elasticloadbalancing:ModifyTargetGroup',
          'elasticloadbalancing:ModifyTargetGroupAttributes',
          'elasticloadbalancing:RegisterTargets',
        ],
        targetGroups,
        ifOwned,
      ),
      allow(
        'CreateServiceRole',
        ['iam:CreateServiceLinkedRole'],
        [
          `arn:aws:iam::${accountNumber}:role/aws-service-role/elasticloadbalancing.amazonaws.com/AWSServiceRoleForElasticLoadBalancing`,
        ],
        { StringEquals: { 'iam:AWSServiceName': 'elasticloadbalancing.amazonaws.com' } },
      ),
    ),
  }
}
