import { instanceLines } from '../../../core/environment-log/instance-lines'
import { isSamePool } from '../../../core/catalogue/pool'
import { purposeTag } from '../../../core/aws/ownership'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Instance } from '../../cloud/cloud'
import type { Learned, Work } from '../concern'
import type { RefusedLaunch } from '../facts'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { placeByPurpose } from '../workload/places'
import type { AgentContacts } from './agent-contacts'
import { inWords, refusalByEnd, type Refusal } from './end-reason'

/** The instance of the account that is a recorded one. */
export const findListed = (listed: Instance[], { clientToken, instanceId }: InstanceStatus) =>
  listed.find((instance) => instance.id === instanceId || instance.clientToken === clientToken)

interface Seen {
  /** As AWS tells of it, in its list or by its id. */
  listed: Instance | undefined
  /** AWS has not known it for so long that it cannot run. */
  isGone: boolean
}

/** Takes over what became of a recorded instance, and answers if it could not be had. */
export function compare(
  { pass, draft }: Work,
  contacts: AgentContacts,
  recorded: InstanceStatus,
  { listed, isGone }: Seen,
): RefusedLaunch | undefined {
  if (listed) recorded.instanceId ??= listed.id
  if (listed) recorded.imageId ??= listed.imageId
  const isListedAsGone = listed?.state === 'terminated' || listed?.state === 'stopping'
  if (recorded.phase === 'Terminating') {
    const hasNoId = !listed && recorded.instanceId === undefined
    if (hasNoId || isGone || listed?.state === 'terminated') forget(draft, recorded, contacts)
    return undefined
  }
  if (!isListedAsGone && !hasVanished(pass, recorded, listed, contacts)) return undefined
  const wasUp = recorded.phase !== 'Launching'
  // One that AWS does not list may be up: no pool is to blame, and it is replaced because its address is needed now.
  const refusal = wasUp || !listed ? undefined : refusalByEnd(recorded, listed.endReason)
  sayEnd(draft, recorded, listed, refusal)
  recorded.phase = 'Terminating'
  draft.status.processes = draft.status.processes.filter(
    ({ clientToken }) => clientToken !== recorded.clientToken,
  )
  return refusal && { pool: recorded, ...refusal }
}

function sayEnd(
  draft: Draft,
  { instanceId = 'An instance', interruptedEpoch }: InstanceStatus,
  listed: Instance | undefined,
  refusal: Refusal | undefined,
): void {
  if (refusal?.isOfAccount) draft.event(instanceLines.endedAtLaunch, { id: instanceId, why: refusal.message })
  else if (interruptedEpoch !== undefined) draft.event(instanceLines.takenBack, { id: instanceId })
  else if (!listed) draft.event(instanceLines.unlisted, { id: instanceId })
  else
    draft.event(instanceLines.gone, {
      id: instanceId,
      why: listed.endReason ? ` (${inWords(listed.endReason)})` : '',
    })
}

/** Not listed, long enough after its launch, and its agent does not answer either. */
function hasVanished(
  pass: Pass,
  recorded: InstanceStatus,
  listed: Instance | undefined,
  contacts: AgentContacts,
): boolean {
  if (listed || recorded.instanceId === undefined) return false
  const isVisibleByNow = pass.secondsSince(recorded.lastSeenEpoch) > pass.limits.unreachableSeconds
  return isVisibleByNow && !isAnswering(recorded, contacts)
}

const isAnswering = ({ clientToken, phase }: InstanceStatus, { silentSince }: AgentContacts) =>
  phase !== 'Launching' && !silentSince.has(clientToken)

function forget({ status }: Draft, recorded: InstanceStatus, contacts: AgentContacts): void {
  status.instances.splice(status.instances.indexOf(recorded), 1)
  contacts.forget(recorded.clientToken)
}

/** Takes in instances that were launched after Postgres last heard of the status that was written back. */
export async function adopt(pass: Pass, draft: Draft, unknown: Instance[]): Promise<Learned> {
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
      clientToken,
      ...placeByPurpose(tags[purposeTag]),
      instanceId: id,
      imageId,
      ...size,
      phase,
      lastSeenEpoch: pass.now,
    })
    draft.event(instanceLines.found, { id })
  }
  return {}
}

/** Older than the resource: launched before it was lost, and not its to terminate on the strength of a record with a gap. */
export const isPredecessor = ({ createdEpoch }: Pass, { launchedEpoch }: Instance) =>
  launchedEpoch < createdEpoch

/** Instances that run and of which there is no record. */
export function unrecorded({ status }: Draft, listed: Instance[]): Instance[] {
  const recorded = new Set(status.instances.map(({ clientToken }) => clientToken))
  return listed.filter(
    ({ state, clientToken }) => (state === 'pending' || state === 'running') && !recorded.has(clientToken),
  )
}

/** Whether an instance runs for which no intent stands: it is too old for one that is just being written. */
export const isOrphan = (pass: Pass, instance: Instance) =>
  !isPredecessor(pass, instance) && pass.secondsSince(instance.launchedEpoch) > pass.limits.orphanSeconds
