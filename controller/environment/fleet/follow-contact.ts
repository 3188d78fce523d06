import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Work } from '../concern'
import { isTooLateForSpot } from '../interruptions/hurry'
import type { FleetMemory } from './memory'

/** Notes which agents answered in this pass, and decides which instances to leave because theirs do not. */
export function followContact(work: Work<FleetMemory>): void {
  for (const instance of work.draft.status.instances)
    if (work.observed.reports.has(instance.clientToken)) noteAnswer(work, instance)
    else if (instance.instanceId && instance.phase !== 'Terminating') noteSilence(work, instance)
}

/** A status is written at most this often only to say that an agent was heard. */
const lastSeenResolutionMs = 5 * 60 * 1000

function noteAnswer({ pass: { now }, draft, memory }: Work<FleetMemory>, instance: InstanceStatus): void {
  memory.silentSince.delete(instance.clientToken)
  const isFirst = instance.phase === 'Launching'
  if (isFirst) {
    instance.phase = 'Running'
    draft.event(instanceLines.up, { id: instance.instanceId })
  }
  if (isFirst || now - instance.lastSeenEpoch > lastSeenResolutionMs) instance.lastSeenEpoch = now
}

/** Time to come up for a Spot instance that replaces one which is gone any moment; then on-demand takes its place. */
const hurriedBootSeconds = 40

const isNeededSooner = ({ pass, draft }: Work, { market }: InstanceStatus) =>
  market === 'spot' && isTooLateForSpot(draft.status, pass.now, pass.limits)

/** An agent that stays silent makes its instance one to leave: its processes are replaced, and may serve as long as they can. */
function noteSilence(work: Work<FleetMemory>, instance: InstanceStatus): void {
  const { pass, draft, observed, memory } = work
  const { now, limits } = pass
  const { silentSince } = memory
  // Where it is to be asked, only the cloud knows.
  if (!observed.agentAddresses.has(instance.clientToken) && !observed.areInstancesListed) return
  const since = silentSince.get(instance.clientToken) ?? now
  silentSince.set(instance.clientToken, since)
  const neverAnswered = instance.phase === 'Launching'
  const isLost = neverAnswered
    ? pass.secondsSince(instance.lastSeenEpoch) >
      (isNeededSooner(work, instance) ? hurriedBootSeconds : limits.bootSeconds)
    : instance.phase === 'Running' && pass.secondsSince(since) > limits.unreachableSeconds
  if (!isLost) return
  instance.phase = 'Draining'
  draft.event(neverAnswered ? instanceLines.neverUp : instanceLines.silent, { id: instance.instanceId })
}
