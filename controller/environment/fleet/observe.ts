import { instanceLines } from '../../../core/environment-log/instance-lines'
import { isSamePool } from '../../../core/catalogue/pool'
import { purposeTag } from '../../../core/aws/ownership'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Instance } from '../../cloud/cloud'
import { stalled, type Outcome } from '../../reconcile/outcome'
import { attempt, type Learned, type RefusedLaunch, type Work } from '../concern'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { placeByPurpose } from '../workload/places'
import { article, describePool } from '../workload/pools'
import { recall, rememberAddress, type FleetMemory } from './memory'

/**
 * Compares the recorded instances with those of the cloud: notes addresses and adopts launches whose answer was lost, declares gone what
 * the cloud took, and finds what is not recorded.
 */
export async function observe(work: Work<FleetMemory>): Promise<Learned> {
  const { pass, draft, observed, memory } = work
  if (!isLookDue(work)) return {}
  const listed = await pass.account.instances.list(pass.environmentTags)
  for (const instance of listed) rememberAddress(memory, instance)
  const refusedLaunches = [...observed.refusedLaunches]
  for (const recorded of [...draft.status.instances]) {
    const refused = compare(work, recorded, find(listed, recorded))
    if (refused) refusedLaunches.push(refused)
  }
  const unknown = unrecorded(draft, listed)
  const predecessors = unknown.filter((instance) => isPredecessor(pass, instance))
  const isRecordLost = !pass.isRestored && predecessors.length > 0
  return {
    ...recall(draft.status, memory),
    areInstancesListed: true,
    refusedLaunches,
    orphans: unknown.filter((instance) => isOrphan(pass, instance)),
    isRecordLost,
    ...(isRecordLost ? { outcome: leaveAlone(pass, predecessors) } : {}),
    ...(pass.isRestored ? await attempt(() => adopt(pass, draft, predecessors), pass.limits) : {}),
  }
}

/** The record of what they are for was lost for good: what nobody knows may serve all the same. */
const leaveAlone = ({ limits }: Pass, instances: Instance[]): Outcome =>
  stalled(
    'InternalError',
    `The record of what runs on ${instances.map(({ id }) => id).join(', ')} was lost. SDO leaves them as they are: terminate them in the AWS account when nothing needs them.`,
    limits.stalledSeconds,
  )

/** Whether to look at the instances: while all is as wanted, only now and then. */
const isLookDue = ({ pass, draft, memory }: Work<FleetMemory>) =>
  pass.isSurveyDue ||
  draft.status.instances.some(
    ({ phase, clientToken }) => phase !== 'Running' || !memory.agentAddresses.has(clientToken),
  ) ||
  memory.silentSince.size > 0

const find = (listed: Instance[], { clientToken, instanceId }: InstanceStatus) =>
  listed.find((instance) => instance.id === instanceId || instance.clientToken === clientToken)

/** Notes what became of a recorded instance, and answers if it could not be had. */
function compare(
  { pass, draft, memory }: Work<FleetMemory>,
  recorded: InstanceStatus,
  listed: Instance | undefined,
): RefusedLaunch | undefined {
  if (listed) recorded.instanceId ??= listed.id
  if (listed) recorded.imageId ??= listed.imageId
  const isListedAsGone = listed?.state === 'terminated' || listed?.state === 'stopping'
  if (recorded.phase === 'Terminating') {
    if (!listed || listed.state === 'terminated') forget(draft, recorded, memory)
    return undefined
  }
  if (!isListedAsGone && !hasVanished(pass, recorded, listed, memory)) return undefined
  const name = recorded.instanceId ?? 'An instance'
  if (recorded.interruptedEpoch === undefined) draft.event(instanceLines.gone, { id: name })
  else draft.event(instanceLines.takenBack, { id: name })
  const wasUp = recorded.phase !== 'Launching'
  recorded.phase = 'Terminating'
  draft.status.processes = draft.status.processes.filter(
    ({ clientToken }) => clientToken !== recorded.clientToken,
  )
  if (wasUp) return undefined
  // What ends before it is up would most likely do so again.
  const message = `AWS ended ${article(describePool(recorded))} before it was up.`
  return { pool: recorded, reason: 'InsufficientCapacity', message }
}

/** Not listed, long enough after its launch, and its agent does not answer either. */
function hasVanished(
  pass: Pass,
  recorded: InstanceStatus,
  listed: Instance | undefined,
  memory: FleetMemory,
): boolean {
  if (listed || recorded.instanceId === undefined) return false
  const isVisibleByNow = pass.secondsSince(recorded.lastSeenEpoch) > pass.limits.unreachableSeconds
  return isVisibleByNow && !isAnswering(recorded, memory)
}

const isAnswering = ({ clientToken, phase }: InstanceStatus, { silentSince }: FleetMemory) =>
  phase !== 'Launching' && !silentSince.has(clientToken)

function forget({ status }: Draft, recorded: InstanceStatus, memory: FleetMemory): void {
  status.instances.splice(status.instances.indexOf(recorded), 1)
  memory.agentAddresses.delete(recorded.clientToken)
  memory.silentSince.delete(recorded.clientToken)
}

/** Takes in instances that were launched after Postgres last heard of the status that was written back. */
async function adopt(pass: Pass, draft: Draft, unknown: Instance[]): Promise<Learned> {
  if (unknown.length === 0) return {}
  const offerings = await pass.account.offerings.list()
  for (const instance of unknown) {
    const { id, clientToken, instanceType, zone, market, state, imageId, tags } = instance
    const offering = offerings.find((one) => isSamePool(one, instance))
    if (!offering) continue
    const { pricePerHour, vcpu, memoryMib } = offering
    const phase = state === 'pending' ? 'Launching' : 'Running'
    const size = { instanceType, zone, market, pricePerHour, vcpu, memoryMib }
    draft.status.instances.push({
      ...{ clientToken, ...placeByPurpose(tags[purposeTag]), instanceId: id, imageId, ...size, phase },
      lastSeenEpoch: pass.now,
    })
    draft.event(instanceLines.found, { id })
  }
  return {}
}

/** Older than the resource: launched before it was lost, and not its to terminate on the strength of a record with a gap. */
const isPredecessor = ({ createdEpoch }: Pass, { launchedEpoch }: Instance) => launchedEpoch < createdEpoch

function unrecorded({ status }: Draft, listed: Instance[]): Instance[] {
  const recorded = new Set(status.instances.map(({ clientToken }) => clientToken))
  return listed.filter(
    ({ state, clientToken }) => (state === 'pending' || state === 'running') && !recorded.has(clientToken),
  )
}

/** Whether an instance runs for which no intent stands: it is too old for one that is just being written. */
const isOrphan = (pass: Pass, instance: Instance) =>
  !isPredecessor(pass, instance) && pass.secondsSince(instance.launchedEpoch) > pass.limits.orphanSeconds
