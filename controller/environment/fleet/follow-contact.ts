import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Work } from '../concern'
import type { FleetFacts, ProcessesFacts } from '../facts'
import { beingTaken, isTooLateForSpot } from '../interruptions/hurry'
import { applicationOf } from '../workload/application-of'
import { isInService } from '../workload/selection'
import type { AgentContacts } from './agent-contacts'
import type { UnlistedInstances } from './unlisted-instances'

/** Notes which agents answered in this pass, and decides which instances to leave because theirs do not. */
export function followContact(
  work: Work,
  known: FleetFacts & ProcessesFacts,
  { silentSince }: AgentContacts,
  unlisted: UnlistedInstances,
): void {
  for (const instance of work.draft.status.instances)
    if (known.reports.has(instance.clientToken)) {
      silentSince.delete(instance.clientToken)
      recordAnswer(work, instance)
      keepLateWinner(work, instance)
    } else if (instance.instanceId && instance.phase !== 'Terminating')
      leaveIfSilent(work, known, silentSince, unlisted, instance)
}

/** A status is written at most this often only to say that an agent was heard. */
const lastSeenResolutionSeconds = 5 * 60

function recordAnswer({ pass, draft }: Work, instance: InstanceStatus): void {
  const isFirst = instance.phase === 'Launching'
  if (isFirst) {
    instance.phase = 'Running'
    draft.event(instanceLines.up, { id: instance.instanceId })
  }
  if (isFirst || pass.hasPassed(lastSeenResolutionSeconds, instance.lastSeenEpoch))
    instance.lastSeenEpoch = pass.stamp
}

/** A late instance of which a process serves is first. What was launched beside it is not needed any more. */
function keepLateWinner({ pass, draft }: Work, instance: InstanceStatus): void {
  if (!instance.isLate || instance.phase !== 'Draining') return
  const isServing = draft.status.processes.some((process) => {
    const application = process.clientToken === instance.clientToken && applicationOf(pass, process)
    return application && isInService(process, application)
  })
  if (!isServing) return
  instance.phase = 'Running'
  delete instance.isLate
  draft.event(instanceLines.up, { id: instance.instanceId })
}

const isNeededSooner = ({ pass, draft }: Work, { market }: InstanceStatus) =>
  market === 'spot' && isTooLateForSpot(draft.status, pass.now, pass.limits)

/** How many instances are launched beside others for each that AWS takes: lists that lag for all would else have them launched in a row. */
const mostHidden = 2

/**
 * Whether AWS soon takes an instance back and does not list this one yet, which may go on for minutes. Nobody knows its address until then.
 */
function isHiddenInHurry(
  { draft: { status } }: Work,
  unlisted: UnlistedInstances,
  { instanceId = '' }: InstanceStatus,
): boolean {
  const late = status.instances.filter(({ isLate, phase }) => isLate && phase === 'Draining')
  return unlisted.isUnknown(instanceId) && late.length < mostHidden * beingTaken(status).length
}

/** An agent that stays silent makes its instance one to leave: its processes are replaced, and may serve as long as they can. */
function leaveIfSilent(
  work: Work,
  { agentAddresses, areInstancesListed }: FleetFacts,
  silentSince: Map<string, number>,
  unlisted: UnlistedInstances,
  instance: InstanceStatus,
): void {
  const { pass, draft } = work
  const { now, limits } = pass
  // Where it is to be asked, only the cloud knows.
  if (!agentAddresses.has(instance.clientToken) && !areInstancesListed) return
  const since = silentSince.get(instance.clientToken) ?? now
  silentSince.set(instance.clientToken, since)
  const neverAnswered = instance.phase === 'Launching'
  const isHidden = isHiddenInHurry(work, unlisted, instance)
  if (neverAnswered && (isHidden || isNeededSooner(work, instance))) {
    instance.phase = 'Draining'
    instance.isLate = true
    const line = isHidden ? instanceLines.hidden : instanceLines.late
    draft.event(line, { id: instance.instanceId })
    return
  }
  const isLost = neverAnswered
    ? pass.secondsSince(instance.lastSeenEpoch) > limits.bootSeconds
    : instance.phase === 'Running' && pass.secondsSince(since) > limits.unreachableSeconds
  if (!isLost) return
  instance.phase = 'Draining'
  draft.event(neverAnswered ? instanceLines.neverUp : instanceLines.silent, { id: instance.instanceId })
}
