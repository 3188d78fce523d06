import { region } from '../aws/region'
import { networkManagerRoleName, rolePath } from './names'
import { allOf, allow, ifMarkedAsOwned, ifOwned, inRegion, policyDocument, trustPlatform } from './policy'
import type { RequiredRole, RoleRequirements } from './role'

/** Connects environments with networks of the account. Apart from other roles: a network's account may hold no environment. */
export const networkManagerRole = ({
  accountNumber,
  externalId,
  platformAccountNumber,
}: RoleRequirements): RequiredRole => {
  const arn = (type: string) => `arn:aws:ec2:${region}:${accountNumber}:${type}/*`
  const connections = [arn('vpc-peering-connection')]
  return {
    name: networkManagerRoleName,
    path: rolePath,
    description:
      'Lets SDO connect environments with the external networks that you link to them. It can accept connections, and add and delete routes; it can change no route, no security group and nothing else of a network.',
    assumePolicy: {
      description:
        'Only the account of SDO may assume the role, and only with the external ID of this account.',
      definition: trustPlatform(platformAccountNumber, externalId),
    },
    policies: [
      {
        name: 'observe-networks',
        description: `See networks, their route tables and connections in ${region}. AWS cannot restrict describing to some resources, so those of others in this region are seen too.`,
        definition: policyDocument(
          allow(
            'Describe',
            ['ec2:DescribeRouteTables', 'ec2:DescribeVpcPeeringConnections', 'ec2:DescribeVpcs'],
            ['*'],
            inRegion,
          ),
        ),
      },
      {
        name: 'connect-networks',
        description:
          'Accept connections and mark them with the owner tag of SDO; have names resolved across connections that carry it; add and delete routes. AWS cannot restrict by tag which connections are accepted and by destination which routes are deleted: SDO accepts those that it asked for, and deletes routes only that lead into them.',
        definition: policyDocument(
          allow('Accept', ['ec2:AcceptVpcPeeringConnection'], [...connections, arn('vpc')], inRegion),
          allow('Mark', ['ec2:CreateTags'], connections, allOf(ifMarkedAsOwned, inRegion)),
          allow('ResolveNames', ['ec2:ModifyVpcPeeringConnectionOptions'], connections, ifOwned),
          allow('Route', ['ec2:CreateRoute', 'ec2:DeleteRoute'], [arn('route-table')], inRegion),
        ),
      },
    ],
    managedPolicies: [],
    isInstanceRole: false,
  }
}
