import { CloudError, type Interruption } from '../../cloud/cloud'
import type { Pass } from '../pass'
import { ready, type Outcome } from '../../reconcile/outcome'

/**
 * Takes in Spot warnings. An interrupted instance counts as leaving: its processes are replaced elsewhere at once, and keep serving until
 * then. A warning is acknowledged only when it stands in the status; one for another environment of the account is left to that one.
 */
export async function heedInterruptions(pass: Pass): Promise<Outcome> {
  if (!isLookDue(pass)) return ready
  await ensureWarnings(pass)
  const { interruptions } = pass.account
  const warnings = await interruptions.receive().catch((error: unknown) => {
    // Somebody deleted the queue: the next pass makes it anew.
    if (error instanceof CloudError && error.kind === 'not-found') pass.memory.subscribedEpoch = 0
    throw error
  })
  pass.memory.interruptionsReceivedEpoch = pass.now
  const ours = warnings.filter((warning) => note(pass, warning))
  if (ours.length === 0) return ready
  await pass.persist()
  await interruptions.acknowledge(ours.map(({ receipt }) => receipt))
  return ready
}

/** Spot instances come with a two-minute warning, but only to those who listen. */
export async function ensureWarnings(pass: Pass): Promise<void> {
  const { memory, account, now, limits } = pass
  if (pass.secondsSince(memory.subscribedEpoch) < limits.subscriptionSeconds) return
  await account.interruptions.ensureSubscription()
  memory.subscribedEpoch = now
}

function isLookDue({ status, memory, limits, now }: Pass): boolean {
  const hasSpot = status.instances.some(({ market, instanceId }) => market === 'spot' && instanceId)
  return hasSpot && (now - memory.interruptionsReceivedEpoch) / 1000 >= limits.interruptionPollSeconds
}

/** Answers whether the warning is about an instance of this environment. */
function note(pass: Pass, { instanceId }: Interruption): boolean {
  const instance = pass.status.instances.find((one) => one.instanceId === instanceId)
  if (!instance) return false
  if (instance.interruptedEpoch !== undefined) return true
  instance.interruptedEpoch = pass.now
  if (instance.phase !== 'Terminating') instance.phase = 'Draining'
  pass.event('network', `AWS takes back ${instanceId} in two minutes. What runs on it is replaced.`)
  return true
}
