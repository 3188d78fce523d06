import type { EnvironmentStatus, LoadBalancerStatus, LoadBalancing, NextNetwork } from './environment'

/** Something that stands in one of the networks of an environment. */
interface Placed {
  generation?: number
}

type Networks = Pick<EnvironmentStatus, 'network' | 'next'>
type Balancing = Pick<EnvironmentStatus, 'balancing'>

export const generationOf = ({ generation = 0 }: Placed): number => generation

/** Tells what stands in a network from what stands in another one of the environment. */
export const standsIn =
  (network: Placed) =>
  (thing: Placed): boolean =>
    generationOf(thing) === generationOf(network)

const hasTheNames = ({ phase }: NextNetwork) => phase === 'Leading' || phase === 'Waiting'

/** The network whose load balancers names lead to, and whose processes deployments are judged by. */
export const leadingNetwork = <Status extends Networks>({ network, next }: Status): Status['network'] =>
  next && hasTheNames(next) ? next : network

/** Whether the port is behind the load balancer that all share, and has none of its own. */
export const isShared = ({ listenerPort }: Pick<LoadBalancerStatus, 'listenerPort'>): boolean =>
  listenerPort !== undefined

export const kindOf = (entry: Pick<LoadBalancerStatus, 'listenerPort'>): LoadBalancing =>
  isShared(entry) ? 'SHARED' : 'OWN'

/** The load balancers that people are sent to. */
export const leadingKind = ({
  balancing: { present = 'OWN', next } = { present: 'OWN' },
}: Balancing): LoadBalancing => (next && next.phase !== 'Making' ? next.kind : present)

/** Those that somebody may be sent to now: also the former ones, until nobody knows their addresses. */
export const servedKinds = (status: Balancing): LoadBalancing[] => [
  ...new Set([leadingKind(status), status.balancing?.present ?? 'OWN']),
]

/** Those that are there, or are being made. */
export const heldKinds = (status: Balancing): LoadBalancing[] => [
  ...new Set([...servedKinds(status), ...(status.balancing?.next ? [status.balancing.next.kind] : [])]),
]

/** The load balancers that names and people are led to: while others come or go beside them, no address is told but theirs. */
export function leadingBalancers<Entry extends LoadBalancerStatus>(
  status: Networks & Balancing & { loadBalancers: Entry[] },
): Entry[] {
  const isHere = standsIn(leadingNetwork(status))
  return status.loadBalancers.filter((entry) => isHere(entry) && kindOf(entry) === leadingKind(status))
}
