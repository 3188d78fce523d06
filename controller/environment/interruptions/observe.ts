import { CloudError, type Interruption } from '../../cloud/cloud'
import type { Learned, Work } from '../concern'
import type { InterruptionsMemory } from './carry-out'

/**
 * Takes in Spot warnings. An interrupted instance counts as leaving: its processes are replaced elsewhere at once, and keep serving until
 * then. A warning for another environment of the account is left to that one.
 */
export async function observe(work: Work<InterruptionsMemory>): Promise<Learned> {
  const { pass, memory } = work
  // What is noted in a status that could not be written is noted again.
  memory.received = memory.received.filter((warning) => note(work, warning))
  if (!isLookDue(work)) return {}
  const warnings = await pass.account.interruptions.receive().catch((error: unknown) => {
    // Somebody deleted the queue: the next pass makes it anew.
    if (error instanceof CloudError && error.kind === 'not-found') memory.subscribedEpoch = 0
    throw error
  })
  memory.receivedEpoch = pass.now
  memory.received.push(...warnings.filter((warning) => note(work, warning)))
  return {}
}

function isLookDue({
  pass,
  draft: { status },
  memory: { receivedEpoch },
}: Work<InterruptionsMemory>): boolean {
  const hasSpot = status.instances.some(({ market, instanceId }) => market === 'spot' && instanceId)
  return hasSpot && pass.secondsSince(receivedEpoch) >= pass.limits.interruptionPollSeconds
}

/** Answers whether the warning is about an instance of this environment. */
function note({ pass, draft }: Work, { instanceId }: Interruption): boolean {
  const instance = draft.status.instances.find((one) => one.instanceId === instanceId)
  if (!instance) return false
  if (instance.interruptedEpoch !== undefined) return true
  instance.interruptedEpoch = pass.now
  if (instance.phase !== 'Terminating') instance.phase = 'Draining'
  draft.event('network', `AWS takes back ${instanceId} in two minutes. What runs on it is replaced.`)
  return true
}
