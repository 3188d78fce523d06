import { region } from '../../region'
import { allow, ifMarkedAsOwned, ifOwned, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

export const loadBalancersPolicy = (accountNumber: string): RolePolicy => {
  const arn = (path: string) => `arn:aws:elasticloadbalancing:${region}:${accountNumber}:${path}`
  const loadBalancers = arn('loadbalancer/app/*')
  const targetGroups = arn('targetgroup/*')
  return {
    name: 'manage-load-balancers',
    description:
      'Create load balancers marked with the owner tag of SDO; change and delete only load balancers that carry it.',
    definition: policyDocument(
      allow(
        'CreateMarked',
        ['elasticloadbalancing:CreateLoadBalancer', 'elasticloadbalancing:CreateTargetGroup'],
        [loadBalancers, targetGroups],
        ifMarkedAsOwned,
      ),
      allow('TagWhileCreating', ['elasticloadbalancing:AddTags'], [loadBalancers, targetGroups], {
        StringEquals: { 'elasticloadbalancing:CreateAction': ['CreateLoadBalancer', 'CreateTargetGroup'] },
      }),
      allow(
        'ChangeOwned',
        [
          'elasticloadbalancing:CreateListener',
          'elasticloadbalancing:DeleteLoadBalancer',
          'elasticloadbalancing:DeleteTargetGroup',
          'elasticloadbalancing:DeregisterTargets',
          'elasticloadbalancing:ModifyTargetGroupAttributes',
          'elasticloadbalancing:RegisterTargets',
        ],
        [loadBalancers, targetGroups],
        ifOwned,
      ),
      allow(
        'CreateServiceRole',
        ['iam:CreateServiceLinkedRole'],
        [`arn:aws:iam::${accountNumber}:role/aws-service-role/elasticloadbalancing.amazonaws.com/*`],
        { StringEquals: { 'iam:AWSServiceName': 'elasticloadbalancing.amazonaws.com' } },
      ),
    ),
  }
}
