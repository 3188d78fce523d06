import { networkLines } from '../../../core/environment-log/network-lines'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import { findCondition } from '../../../core/resources/find-condition'
import { isTrue } from '../../runtime/conditions'
import type { Concern, Learned, Work } from '../concern'
import type { NetworkFacts } from '../facts'
import { emptyMemory, ensureNetwork } from './ensure-network'
import { networkIds } from './parts'

/**
 * The network in which the environment stands: a VPC with three public subnets, a gateway, and a security group each for instances and load
 * balancers.
 */
export class Network implements Concern {
  readonly condition = 'NetworkReady'
  private readonly memory = emptyMemory()
  private heldUpEpoch: number | undefined

  recall({ network }: EnvironmentStatus): NetworkFacts {
    return {
      isNetworkMissed: this.memory.absence.isAnyMissed(networkIds(network)),
      networkHeldUpEpoch: this.heldUpEpoch,
    }
  }

  async carryOut({ pass, draft }: Work): Promise<Learned<NetworkFacts>> {
    const { conditions } = draft.status
    const found = await ensureNetwork(pass, draft, this.memory, {
      which: 'network',
      isReady: isTrue(conditions, this.condition),
      isBegun: findCondition(conditions, this.condition) !== undefined,
    })
    if (found.is === 'as it was') return {}
    if (found.is === 'missed') return { isNetworkMissed: true, outcome: found.outcome }
    if (found.is === 'awaited') return { isNetworkMissed: false, outcome: found.outcome }
    if (found.isNew) draft.event(networkLines.ready)
    draft.condition({
      type: this.condition,
      status: 'True',
      reason: 'Ready',
      message: 'The network is ready.',
    })
    return { isNetworkMissed: false }
  }

  /** Also where making it was refused just now. */
  observe({ pass, draft }: Work): Learned<NetworkFacts> {
    const { isNetworkMissed } = this.recall(draft.status)
    if (isNetworkMissed || this.memory.isMaking) this.heldUpEpoch = pass.now
    return { networkHeldUpEpoch: this.heldUpEpoch }
  }
}
