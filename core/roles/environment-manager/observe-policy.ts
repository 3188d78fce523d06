import { region } from '../../region'
import { allow, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

/** AWS cannot restrict describing to some resources. */
export const observePolicy = (): RolePolicy => ({
  name: 'observe',
  description:
    'See networks, instances, load balancers, instance types, Spot prices and the current Amazon Linux image.',
  definition: policyDocument(
    allow(
      'Describe',
      [
        'ec2:DescribeAccountAttributes',
        'ec2:DescribeAvailabilityZones',
        'ec2:DescribeInstanceTypeOfferings',
        'ec2:DescribeInstanceTypes',
        'ec2:DescribeInstances',
        'ec2:DescribeInternetGateways',
        'ec2:DescribeRouteTables',
        'ec2:DescribeSecurityGroups',
        'ec2:DescribeSpotPriceHistory',
        'ec2:DescribeSubnets',
        'ec2:DescribeVpcs',
        'elasticloadbalancing:DescribeListeners',
        'elasticloadbalancing:DescribeLoadBalancers',
        'elasticloadbalancing:DescribeTags',
        'elasticloadbalancing:DescribeTargetGroups',
        'elasticloadbalancing:DescribeTargetHealth',
      ],
      ['*'],
    ),
    allow(
      'ReadImageParameter',
      ['ssm:GetParameter'],
      [`arn:aws:ssm:${region}::parameter/aws/service/ami-amazon-linux-latest/*`],
    ),
  ),
})
