import type { Work } from '../concern'
import type { LinkedNetwork } from './networks'

interface PeeringMemory {
  /** Linked networks as they were when the pass began, by name of their resource. */
  networks: ReadonlyMap<string, LinkedNetwork>
  /** Before this time, a connection that failed is not asked for again; by VPC of the environment and name of the network. */
  retryEpoch: Map<string, number>
}

export type PeeringWork = Work<PeeringMemory>

export const emptyMemory = (): PeeringMemory => ({ networks: new Map(), retryEpoch: new Map() })
