import type { Work } from '../concern'

interface TrafficMemory {
  /** Process id to when it was first offered to its load balancers. */
  registeredSince: Map<string, number>
  /** Process id to since when a load balancer finds fault with its answers. */
  refusedSince: Map<string, number>
}

export type TrafficWork = Work<TrafficMemory>

export const emptyMemory = (): TrafficMemory => ({ registeredSince: new Map(), refusedSince: new Map() })
