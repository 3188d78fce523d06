import type {
  EnvironmentStatus,
  InstanceStatus,
  NetworkStatus,
  ProcessStatus,
} from '../../../core/resources/environment'
import { standsIn } from '../../../core/resources/leading-balancers'

/** A network, or something that stands in one. */
interface Placed {
  generation?: number
}

type Networks = Pick<EnvironmentStatus, 'network' | 'next' | 'former'>

/** The place as a field to spread; parts of the first network have none. */
export const placeOf = ({ generation }: Placed): Placed => (generation === undefined ? {} : { generation })

/** The purpose of a part, for its tags, which tells it from the same part of another network. */
export const purposeIn = ({ generation }: Placed, part: string): string =>
  generation === undefined ? part : `${part}@${generation}`

/** The network of something by what its tags say that it is. */
export function placeByPurpose(purpose: string | undefined): Placed {
  const [, generation] = /@(\d+)$/.exec(purpose ?? '') ?? []
  return generation === undefined ? {} : { generation: Number(generation) }
}

export const networksOf = ({ network, next, former }: Networks): NetworkStatus[] =>
  [network, next, former].filter((one) => one !== undefined)

/** The network that a thing stands in; undefined once that is gone. */
export const networkOf = (status: Networks, thing: Placed): NetworkStatus | undefined =>
  networksOf(status).find((network) => standsIn(network)(thing))

/** The networks in which everything is to run. */
export const filledNetworks = ({ network, next }: Networks): NetworkStatus[] =>
  next && next.phase !== 'Making' && next.phase !== 'Equipping' ? [network, next] : [network]

/** The networks in which every exposed port is to have a load balancer. */
export const equippedNetworks = ({ network, next }: Networks): NetworkStatus[] =>
  next && next.phase !== 'Making' ? [network, next] : [network]

export const isMovingNetwork = ({ next, former }: Networks): boolean =>
  next !== undefined || former !== undefined

/** Demands and processes of one network. A process whose instance is gone counts for the network that stays. */
export function workloadIn(
  { instances, processes, ...status }: Networks & Pick<EnvironmentStatus, 'instances' | 'processes'>,
  network: NetworkStatus,
): { instances: InstanceStatus[]; processes: ProcessStatus[] } {
  const isHere = standsIn(network)
  const elsewhere = new Set(instances.filter((one) => !isHere(one)).map(({ clientToken }) => clientToken))
  const tokens = new Set(instances.filter(isHere).map(({ clientToken }) => clientToken))
  const isStaying = isHere(status.network)
  return {
    instances: instances.filter(isHere),
    processes: processes.filter(
      ({ clientToken }) => tokens.has(clientToken) || (isStaying && !elsewhere.has(clientToken)),
    ),
  }
}
