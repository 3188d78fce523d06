import type { InstanceStatus } from '../../../core/resources/environment'
import type { Instance } from '../../cloud/cloud'
import type { Pass } from '../pass'
import { ready, stalled, type Outcome } from '../../reconcile/outcome'
import { rememberAddress } from './agent-addresses'
import { exclusionOf } from './exclusions'
import { article, describePool } from './pools'

/**
 * Compares the recorded instances with those of the cloud: notes addresses and adopts launches whose answer was lost, declares gone what
 * the cloud took, terminates what was to be terminated, and terminates orphans.
 */
export async function observeInstances(pass: Pass): Promise<Outcome> {
  if (!isLookDue(pass)) return ready
  const listed = await pass.account.instances.list(pass.environmentTags)
  pass.hasSeenInstances = true
  for (const instance of listed) rememberAddress(pass.memory, instance)
  for (const recorded of [...pass.status.instances]) compare(pass, recorded, find(listed, recorded))
  const condemned = pass.status.instances.flatMap((recorded) =>
    recorded.phase === 'Terminating' && wasTerminating(pass, recorded) && recorded.instanceId
      ? [recorded.instanceId]
      : [],
  )
  const predecessors = unrecorded(pass, listed).filter((instance) => isPredecessor(pass, instance))
  if (pass.isRestored) await adopt(pass, predecessors)
  else pass.isRecordLost = predecessors.length > 0
  const orphans = findOrphans(pass, listed)
  for (const { id } of orphans)
    pass.event('network', `Terminated ${id}, which nothing in the environment uses.`)
  const ids = [...condemned, ...orphans.map(({ id }) => id)]
  if (ids.length > 0) await pass.account.instances.terminate(ids)
  return pass.isRecordLost ? leaveAlone(pass, predecessors) : ready
}

/** The record of what they are for was lost for good: what nobody knows may serve all the same. */
const leaveAlone = ({ limits }: Pass, instances: Instance[]): Outcome =>
  stalled(
    'InternalError',
    `The record of what runs on ${instances.map(({ id }) => id).join(', ')} was lost. SDO leaves them as they are: terminate them in the AWS account when nothing needs them.`,
    limits.stalledSeconds,
  )

/** While all is as wanted, now and then is enough. */
const isLookDue = ({ isSurveyDue, status, memory }: Pass) =>
  isSurveyDue ||
  status.instances.some(
    ({ phase, clientToken }) => phase !== 'Running' || !memory.agentAddresses.has(clientToken),
  ) ||
  memory.unreachableSince.size > 0

const find = (listed: Instance[], { clientToken, instanceId }: InstanceStatus) =>
  listed.find((instance) => instance.id === instanceId || instance.clientToken === clientToken)

/** Only what was Terminating when the status was read: the decision is durable. */
const wasTerminating = ({ environment }: Pass, { clientToken }: InstanceStatus) =>
  environment.status?.instances.some((one) => one.clientToken === clientToken && one.phase === 'Terminating')

function compare(pass: Pass, recorded: InstanceStatus, listed: Instance | undefined): void {
  if (listed) recorded.instanceId ??= listed.id
  const isListedAsGone = listed?.state === 'terminated' || listed?.state === 'stopping'
  if (recorded.phase === 'Terminating') {
    if (!listed || listed.state === 'terminated') forget(pass, recorded)
    return
  }
  if (!isListedAsGone && !hasVanished(pass, recorded, listed)) return
  const name = recorded.instanceId ?? 'An instance'
  if (recorded.interruptedEpoch === undefined)
    pass.event('network', `${name} is gone. What ran on it is replaced.`, 'ERROR')
  else pass.event('network', `AWS took back ${name}.`)
  if (recorded.phase === 'Launching') avoid(pass, recorded)
  recorded.phase = 'Terminating'
  pass.status.processes = pass.status.processes.filter(
    ({ clientToken }) => clientToken !== recorded.clientToken,
  )
}

/** What ends before it is up would most likely do so again. */
function avoid({ memory, now, limits }: Pass, recorded: InstanceStatus): void {
  const message = `AWS ended ${article(describePool(recorded))} before it was up.`
  const untilEpoch = now + limits.offeringExclusionSeconds * 1000
  memory.exclusions.push(exclusionOf(recorded, 'InsufficientCapacity', message, untilEpoch))
  memory.lastRefusal = message
}

/** Not listed, long enough after its launch, and its agent does not answer either. */
function hasVanished(pass: Pass, recorded: InstanceStatus, listed: Instance | undefined): boolean {
  if (listed || recorded.instanceId === undefined) return false
  const isVisibleByNow = pass.secondsSince(recorded.lastSeenEpoch) > pass.limits.unreachableSeconds
  return isVisibleByNow && !isAnswering(pass, recorded)
}

const isAnswering = ({ memory }: Pass, { clientToken, phase }: InstanceStatus) =>
  phase !== 'Launching' && !memory.unreachableSince.has(clientToken)

function forget({ status, memory }: Pass, recorded: InstanceStatus): void {
  status.instances.splice(status.instances.indexOf(recorded), 1)
  memory.agentAddresses.delete(recorded.clientToken)
  memory.unreachableSince.delete(recorded.clientToken)
  memory.reportedProcesses.delete(recorded.clientToken)
}

/** Takes in instances that were launched after Postgres last heard of the status that was written back. */
async function adopt(pass: Pass, unknown: Instance[]): Promise<void> {
  if (unknown.length === 0) return
  const offerings = await pass.account.offerings.list()
  for (const { id, clientToken, instanceType, zone, market, state } of unknown) {
    const offering = offerings.find(
      (one) => one.instanceType === instanceType && one.zone === zone && one.market === market,
    )
    if (!offering) continue
    const { pricePerHour, vcpu, memoryMib } = offering
    const phase = state === 'pending' ? 'Launching' : 'Running'
    const size = { instanceType, zone, market, pricePerHour, vcpu, memoryMib }
    pass.status.instances.push({ clientToken, instanceId: id, ...size, phase, lastSeenEpoch: pass.now })
    pass.event('network', `Found ${id}, which was launched before a record was lost.`)
  }
}

/** Older than the resource: launched before it was lost, and not its to terminate on the strength of a record with a gap. */
const isPredecessor = ({ createdEpoch }: Pass, { launchedEpoch }: Instance) => launchedEpoch < createdEpoch

function unrecorded({ status }: Pass, listed: Instance[]): Instance[] {
  const recorded = new Set(status.instances.map(({ clientToken }) => clientToken))
  return listed.filter(
    ({ state, clientToken }) => (state === 'pending' || state === 'running') && !recorded.has(clientToken),
  )
}

/** Runs with our tags, but no intent stands for it; and it is too old for one that is just being written. */
function findOrphans(pass: Pass, listed: Instance[]): Instance[] {
  return unrecorded(pass, listed).filter(
    (instance) =>
      !isPredecessor(pass, instance) && pass.secondsSince(instance.launchedEpoch) > pass.limits.orphanSeconds,
  )
}
