import { machineImageParameter } from '../../aws/machine-image'
import { region } from '../../aws/region'
import { allow, inRegion, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

export const observePolicy = (): RolePolicy => ({
  name: 'observe',
  description: `See networks, instances, load balancers, instance types, Spot prices and quotas in ${region}, which key encrypts new disks, and which Amazon Linux image is current. Read the metrics that show how much load balancers were used. AWS cannot restrict describing and metrics to some resources, so those of others in this region are seen too.`,
  definition: policyDocument(
    allow(
      'Describe',
      [
        // How much load balancers were used, which AWS charges for.
        'cloudwatch:GetMetricData',
        // AWS makes a load balancer only for who may see the attributes of the account.
        'ec2:DescribeAccountAttributes',
        'ec2:DescribeAvailabilityZones',
        'ec2:DescribeInstanceTypeOfferings',
        'ec2:DescribeInstanceTypes',
        'ec2:DescribeInstances',
        'ec2:DescribeInternetGateways',
        // What keeps a network from being deleted.
        'ec2:DescribeNetworkInterfaces',
        'ec2:DescribeRouteTables',
        'ec2:DescribeSecurityGroups',
        'ec2:DescribeSpotPriceHistory',
        'ec2:DescribeSubnets',
        'ec2:DescribeVpcEndpoints',
        'ec2:DescribeVpcPeeringConnections',
        'ec2:DescribeVpcs',
        // Which key new disks are encrypted with.
        'ec2:GetEbsDefaultKmsKeyId',
        'elasticloadbalancing:DescribeListeners',
        'elasticloadbalancing:DescribeLoadBalancers',
        'elasticloadbalancing:DescribeTags',
        'elasticloadbalancing:DescribeTargetGroups',
        'elasticloadbalancing:DescribeTargetHealth',
        // How much the account may have: one of them answers where the other has nothing.
        'servicequotas:GetAWSDefaultServiceQuota',
        'servicequotas:GetServiceQuota',
      ],
      ['*'],
      inRegion,
    ),
    allow(
      'ReadImageParameter',
      ['ssm:GetParameter'],
      [`arn:aws:ssm:${region}::parameter${machineImageParameter}`],
    ),
  ),
})
