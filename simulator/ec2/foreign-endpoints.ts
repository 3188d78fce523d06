import type { Network } from '../../controller/cloud/cloud'
import { isOurs } from '../../core/aws/ownership'
import { region } from '../../core/aws/region'
import type { AccountApi } from '../api'
import { newId } from '../ids'
import type { AccountState, ForeignEndpointState } from '../state'
import { listed, type World } from '../world'

/** A service such as GuardDuty puts an endpoint into a VPC, with an interface in each subnet and a security group. */
export function addForeignEndpoint(world: World, account: AccountState, vpcId: string): ForeignEndpointState {
  const group = {
    id: newId('sg', world.random),
    vpcId,
    name: `GuardDutyManagedSecurityGroup-${vpcId}`,
    description: 'Associated with VPC-vpc and tagged as GuardDutyManaged',
    tags: { GuardDutyManaged: 'true' },
    ingress: [],
  }
  account.securityGroups[group.id] = listed(world, group)
  const subnets = Object.values(account.subnets).filter((subnet) => subnet.vpcId === vpcId)
  const endpoint: ForeignEndpointState = {
    id: newId('vpce', world.random),
    vpcId,
    service: `com.amazonaws.${region}.guardduty-data`,
    securityGroupId: group.id,
    interfaces: subnets.map(({ id }) => ({ id: newId('eni', world.random), subnetId: id })),
  }
  account.foreignEndpoints = [...(account.foreignEndpoints ?? []), endpoint]
  return endpoint
}

/** What of a VPC is not ours, as EC2 tells of it. */
export const foreignThingsOf = (api: AccountApi): Pick<Network, 'listForeign'> => ({
  listForeign: (vpcId) =>
    api.call(
      'ec2:DescribeNetworkInterfaces',
      { alsoNeeds: [{ action: 'ec2:DescribeVpcEndpoints' }, { action: 'ec2:DescribeSecurityGroups' }] },
      (account) => {
        const endpoints = (account.foreignEndpoints ?? []).filter((endpoint) => endpoint.vpcId === vpcId)
        const groups = Object.values(account.securityGroups).filter(
          (group) => group.vpcId === vpcId && !group.isDefault && !isOurs(group.tags),
        )
        return [
          ...endpoints.map(({ id, service }) => ({ kind: 'VPC endpoint' as const, id, about: service })),
          ...endpoints.flatMap(({ id: endpointId, interfaces }) =>
            interfaces.map(({ id }) => ({
              kind: 'network interface' as const,
              id,
              about: `VPC Endpoint Interface ${endpointId}`,
            })),
          ),
          ...groups.map(({ id, name }) => ({ kind: 'security group' as const, id, about: name })),
        ]
      },
    ),
})
