import { region } from '../../region'
import { allow, ifMarkedAsOwned, ifOwned, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

export const networkPolicy = (accountNumber: string): RolePolicy => {
  const arn = (type: string) => `arn:aws:ec2:${region}:${accountNumber}:${type}/*`
  return {
    name: 'manage-networks',
    description:
      'Create networks marked with the owner tag of SDO; change and delete only networks that carry it.',
    definition: policyDocument(
      allow(
        'CreateMarked',
        ['ec2:CreateVpc', 'ec2:CreateInternetGateway'],
        [arn('vpc'), arn('internet-gateway')],
        ifMarkedAsOwned,
      ),
      allow(
        'CreatePartsMarked',
        ['ec2:CreateSubnet', 'ec2:CreateSecurityGroup', 'ec2:CreateRouteTable'],
        [arn('subnet'), arn('security-group'), arn('route-table')],
        ifMarkedAsOwned,
      ),
      allow(
        'CreatePartsInOwned',
        ['ec2:CreateSubnet', 'ec2:CreateSecurityGroup', 'ec2:CreateRouteTable'],
        [arn('vpc')],
        ifOwned,
      ),
      allow('TagWhileCreating', ['ec2:CreateTags'], [`arn:aws:ec2:${region}:${accountNumber}:*/*`], {
        StringEquals: {
          'ec2:CreateAction': [
            'CreateVpc',
            'CreateInternetGateway',
            'CreateSubnet',
            'CreateSecurityGroup',
            'CreateRouteTable',
            'RunInstances',
          ],
        },
      }),
      allow(
        'ChangeOwned',
        [
          'ec2:AttachInternetGateway',
          'ec2:DetachInternetGateway',
          'ec2:DeleteInternetGateway',
          'ec2:CreateRoute',
          'ec2:ReplaceRoute',
          'ec2:AssociateRouteTable',
          'ec2:DisassociateRouteTable',
          'ec2:DeleteRouteTable',
          'ec2:AuthorizeSecurityGroupIngress',
          'ec2:DeleteSecurityGroup',
          'ec2:DeleteSubnet',
          'ec2:DeleteVpc',
        ],
        ['vpc', 'internet-gateway', 'route-table', 'security-group', 'subnet'].map(arn),
        ifOwned,
      ),
    ),
  }
}
