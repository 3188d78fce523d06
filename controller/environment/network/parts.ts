import {
  networkStatusSchema,
  type EnvironmentStatus,
  type NetworkStatus,
} from '../../../core/resources/environment'
import { standsIn } from '../../../core/resources/leading-balancers'

/** Instances and load balancers are spread over so many zones. */
export const zoneCount = 3

/** The parts of a network, without the progress of a move to it. */
export const partsOf = (network: NetworkStatus): NetworkStatus => networkStatusSchema.parse(network)

type Networks = Pick<EnvironmentStatus, 'network' | 'next'>

/** Adds to the record what was made of the same networks and could not be written down. */
export function withUnrecorded<T extends Networks>(status: T, made: NetworkStatus[]): T {
  const complete = <N extends NetworkStatus>(network: N): N => {
    const found = made.find(standsIn(network))
    return found ? { ...network, ...partsOf(found) } : network
  }
  return {
    ...status,
    network: complete(status.network),
    ...(status.next && { next: complete(status.next) }),
  }
}

/** What every network has recorded; older ones have no route table recorded. */
const idsOfAll = (network: NetworkStatus): (string | undefined)[] => [
  network.vpcId,
  network.internetGatewayId,
  network.instanceSecurityGroupId,
  network.loadBalancerSecurityGroupId,
  ...network.subnets.map(({ id }) => id),
]

export const networkIds = (network: NetworkStatus): (string | undefined)[] => [
  ...idsOfAll(network),
  network.routeTableId,
]

/** Whether all is there that every network has recorded. */
export const isComplete = (network: NetworkStatus): boolean =>
  idsOfAll(network).every((id) => id !== undefined) && network.subnets.length === zoneCount
