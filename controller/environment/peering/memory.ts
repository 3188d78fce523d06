import type { Work } from '../concern'

interface PeeringMemory {
  /** Before this time, a connection that failed is not asked for again; by VPC of the environment and name of the network. */
  retryEpoch: Map<string, number>
}

export type PeeringWork = Work<PeeringMemory>

export const emptyMemory = (): PeeringMemory => ({ retryEpoch: new Map() })
