import type { NetworkStatus } from '../../../core/resources/environment'
import type { Work } from '../concern'
import type { Outcome } from '../../reconcile/outcome'
import { emptyMemory as emptyNetworkMemory, type NetworkMemory } from '../network/ensure-network'
import { generationOf } from '../workload/places'

interface MoveMemory {
  /** Memory of the network that the environment moves to, with its generation. */
  next: { generation: number; network: NetworkMemory } | undefined
  /** AWS's last refusal to make a part of it, until that part is there: between two attempts it is no less in the way. */
  refusal: Outcome | undefined
}

export type MoveWork = Work<MoveMemory>

export const emptyMemory = (): MoveMemory => ({ next: undefined, refusal: undefined })

/** Memory of one network, which is not held against another. */
export function memoryOf({ memory }: MoveWork, network: NetworkStatus): NetworkMemory {
  const generation = generationOf(network)
  if (memory.next?.generation !== generation) memory.next = { generation, network: emptyNetworkMemory() }
  return memory.next.network
}
