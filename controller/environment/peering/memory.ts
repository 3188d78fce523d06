import type { Work } from '../concern'
import type { LinkedNetwork } from './networks'

export interface PeeringMemory {
  /** As they were when the pass began, by name of their resource. */
  networks: ReadonlyMap<string, LinkedNetwork>
  /** Before this time, a connection that failed is not asked for again; by name of the network. */
  retryEpoch: Map<string, number>
}

export type PeeringWork = Work<PeeringMemory>

export const emptyMemory = (): PeeringMemory => ({ networks: new Map(), retryEpoch: new Map() })
