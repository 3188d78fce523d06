import { networkLines } from '../../../core/environment-log/network-lines'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import { findCondition } from '../../../core/resources/find-condition'
import { isTrue } from '../../runtime/conditions'
import type { Learned, Observation, Work } from '../concern'
import { emptyMemory, ensureNetwork, type NetworkMemory } from './ensure-network'
import { networkIds } from './parts'

export { emptyMemory }

export const recall = ({ network }: EnvironmentStatus, { absence }: NetworkMemory): Partial<Observation> => ({
  isNetworkMissed: absence.isAnyMissed(networkIds(network)),
})

/** The network in which the environment stands. */
export async function carryOut({ pass, draft, memory }: Work<NetworkMemory>): Promise<Learned> {
  const type = 'NetworkReady'
  const { conditions } = draft.status
  const found = await ensureNetwork(pass, draft, memory, {
    which: 'network',
    isReady: isTrue(conditions, type),
    isBegun: findCondition(conditions, type) !== undefined,
  })
  if (found.is === 'as it was') return {}
  if (found.is === 'missed') return { isNetworkMissed: true, outcome: found.outcome }
  if (found.is === 'awaited') return { isNetworkMissed: false, outcome: found.outcome }
  if (found.isNew) draft.event(networkLines.ready)
  draft.condition({ type, status: 'True', reason: 'Ready', message: 'The network is ready.' })
  return { isNetworkMissed: false }
}
