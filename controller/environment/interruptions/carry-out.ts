import type { Interruption } from '../../cloud/cloud'
import type { Learned, Work } from '../concern'

export interface InterruptionsMemory {
  receivedEpoch: number
  /** When the subscription was last made sure of. */
  subscribedEpoch: number
  /** Warnings about our instances that are not acknowledged yet. */
  received: Interruption[]
}

export const emptyMemory = (): InterruptionsMemory => ({
  receivedEpoch: 0,
  subscribedEpoch: 0,
  received: [],
})

/** Acknowledges the warnings that stand in the status, and sees to it that further ones reach us: nobody else is told of them. */
export async function carryOut({ pass, draft, memory }: Work<InterruptionsMemory>): Promise<Learned> {
  const { interruptions } = pass.account
  const isNoted = ({ instanceId }: { instanceId: string }) =>
    pass.stored?.instances.some((one) => one.instanceId === instanceId && one.interruptedEpoch !== undefined)
  const noted = memory.received.filter(isNoted)
  // One whose acknowledgement is refused comes again.
  memory.received = memory.received.filter((warning) => !isNoted(warning))
  if (noted.length > 0) await interruptions.acknowledge(noted.map(({ receipt }) => receipt))
  const hasSpot = draft.status.instances.some(({ market }) => market === 'spot')
  if (!hasSpot || pass.secondsSince(memory.subscribedEpoch) < pass.limits.subscriptionSeconds) return {}
  await interruptions.ensureSubscription()
  memory.subscribedEpoch = pass.now
  return {}
}
