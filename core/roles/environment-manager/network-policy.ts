import { region } from '../../aws/region'
import { allow, ifMarkedAsOwned, ifOwned, policyDocument, whileCreating } from '../policy'
import type { RolePolicy } from '../role'

/** Make what is part of nothing else. */
export const createWhole = ['ec2:CreateVpc', 'ec2:CreateInternetGateway'] as const
/** Make something in a network of ours. */
export const createPart = [
  'ec2:CreateSubnet',
  'ec2:CreateSecurityGroup',
  'ec2:CreateRouteTable',
  // AWS asks about the network of ours that is to be connected, and leave of the other one's owner.
  'ec2:CreateVpcPeeringConnection',
] as const
/** Change or delete what is ours. */
export const changeOwned = [
  'ec2:AttachInternetGateway',
  'ec2:DetachInternetGateway',
  'ec2:DeleteInternetGateway',
  'ec2:CreateRoute',
  'ec2:DeleteRoute',
  'ec2:ReplaceRoute',
  'ec2:AssociateRouteTable',
  'ec2:DisassociateRouteTable',
  'ec2:DeleteRouteTable',
  'ec2:AuthorizeSecurityGroupIngress',
  'ec2:RevokeSecurityGroupIngress',
  'ec2:DeleteSecurityGroup',
  'ec2:DeleteSubnet',
  'ec2:DeleteVpc',
  'ec2:ModifyVpcAttribute',
  'ec2:DeleteVpcPeeringConnection',
  'ec2:ModifyVpcPeeringConnectionOptions',
] as const

export const networkPolicy = (accountNumber: string): RolePolicy => {
  const arn = (type: string) => `arn:aws:ec2:${region}:${accountNumber}:${type}/*`
  const wholes = ['vpc', 'internet-gateway'].map(arn)
  const parts = ['subnet', 'security-group', 'route-table', 'vpc-peering-connection'].map(arn)
  return {
    name: 'manage-networks',
    description:
      'Create networks, and connections of them with others, marked with the owner tag of SDO; change and delete only what carries it. Tags can be given only to what is being created, so nothing of yours can be marked as belonging to SDO.',
    definition: policyDocument(
      allow('CreateMarked', createWhole, wholes, ifMarkedAsOwned),
      allow('CreatePartsMarked', createPart, parts, ifMarkedAsOwned),
      allow('CreatePartsInOwned', createPart, [arn('vpc')], ifOwned),
      allow(
        'TagWhileCreating',
        ['ec2:CreateTags'],
        [arn('*')],
        whileCreating('ec2', [...createWhole, ...createPart, 'ec2:RunInstances']),
      ),
      allow('ChangeOwned', changeOwned, [arn('*')], ifOwned),
    ),
  }
}
