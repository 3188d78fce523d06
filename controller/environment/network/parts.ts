import type { NetworkStatus } from '../../../core/resources/environment'

/** Instances and load balancers are spread over so many zones. */
export const zoneCount = 3

export const networkIds = (network: NetworkStatus): (string | undefined)[] => [
  network.vpcId,
  network.internetGatewayId,
  network.instanceSecurityGroupId,
  network.loadBalancerSecurityGroupId,
  ...network.subnets.map(({ id }) => id),
]

export const isComplete = (network: NetworkStatus): boolean =>
  networkIds(network).every((id) => id !== undefined) && network.subnets.length === zoneCount
