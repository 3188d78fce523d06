import type { NetworkStatus } from '../../../core/resources/environment'
import type { Work } from '../concern'
import type { Outcome } from '../../reconcile/outcome'
import { emptyMemory as emptyNetworkMemory, type NetworkMemory } from '../network/ensure-network'
import { generationOf } from '../workload/places'

interface MoveMemory {
  /** What is remembered of the network to which the environment moves, and of which one that is. */
  next: { generation: number; network: NetworkMemory } | undefined
  /** What AWS refused of it last, until that is there: between two attempts it is no less in the way. */
  refusal: Outcome | undefined
}

export type MoveWork = Work<MoveMemory>

export const emptyMemory = (): MoveMemory => ({ next: undefined, refusal: undefined })

/** What is remembered of one network is not held against another. */
export function memoryOf({ memory }: MoveWork, network: NetworkStatus): NetworkMemory {
  const generation = generationOf(network)
  if (memory.next?.generation !== generation) memory.next = { generation, network: emptyNetworkMemory() }
  return memory.next.network
}
