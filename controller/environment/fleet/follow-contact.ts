import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Work } from '../concern'
import type { FleetFacts, ProcessesFacts } from '../facts'
import { isTooLateForSpot } from '../interruptions/hurry'
import type { AgentContacts } from './agent-contacts'

/** Notes which agents answered in this pass, and decides which instances to leave because theirs do not. */
export function followContact(
  work: Work,
  known: FleetFacts & ProcessesFacts,
  { silentSince }: AgentContacts,
): void {
  for (const instance of work.draft.status.instances)
    if (known.reports.has(instance.clientToken)) {
      silentSince.delete(instance.clientToken)
      noteAnswer(work, instance)
    } else if (instance.instanceId && instance.phase !== 'Terminating')
      noteSilence(work, known, silentSince, instance)
}

/** A status is written at most this often only to say that an agent was heard. */
const lastSeenResolutionMs = 5 * 60 * 1000

function noteAnswer({ pass: { now }, draft }: Work, instance: InstanceStatus): void {
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
function noteSilence(
  work: Work,
  { agentAddresses, areInstancesListed }: FleetFacts,
  silentSince: Map<string, number>,
  instance: InstanceStatus,
): void {
  const { pass, draft } = work
  const { now, limits } = pass
  // Where it is to be asked, only the cloud knows.
  if (!agentAddresses.has(instance.clientToken) && !areInstancesListed) return
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
