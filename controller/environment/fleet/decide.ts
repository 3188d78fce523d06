import { instanceLines } from '../../../core/environment-log/instance-lines'
import { purposeTag } from '../../../core/aws/ownership'
import type { EnvironmentStatus, InstanceStatus } from '../../../core/resources/environment'
import type { Instance } from '../../cloud/cloud'
import { settlingSeconds, type Learned, type Observation, type Work } from '../concern'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { nameOf } from '../workload/goal'
import { placeByPurpose } from '../workload/places'
import { followContact } from './follow-contact'
import type { FleetMemory } from './memory'
import { noteBoot } from './note-boot'

/** Decides which instances leave: those with an agent that is silent for too long, empty ones, and those without a record. */
export function decide(work: Work<FleetMemory>): Learned {
  const { pass, draft, observed } = work
  followContact(work)
  for (const instance of draft.status.instances) noteBoot(work, instance)
  for (const orphan of observed.orphans) condemn(pass, draft, orphan)
  if (settlingSeconds(work) > 0) return {}
  for (const instance of draft.status.instances)
    if (isIdle(draft.status, instance)) retire(pass, draft, instance)
  noteFleet(draft, observed)
  return {}
}

/** An orphan is recorded, and terminated like everything else that is to go. */
function condemn(pass: Pass, draft: Draft, instance: Instance): void {
  const { id, clientToken, instanceType, zone, market, tags } = instance
  draft.status.instances.push({
    ...{
      clientToken,
      ...placeByPurpose(tags[purposeTag]),
      instanceId: id,
      instanceType,
      zone,
      market,
      phase: 'Terminating',
    },
    ...{ pricePerHour: 0, vcpu: 0, memoryMib: 0, lastSeenEpoch: pass.now },
  })
  draft.event(instanceLines.unused, { id })
}

const isIdle = ({ processes }: EnvironmentStatus, { phase, instanceId, clientToken }: InstanceStatus) =>
  phase !== 'Terminating' &&
  instanceId !== undefined &&
  processes.every((process) => process.clientToken !== clientToken)

function retire({ now }: Pass, draft: Draft, instance: InstanceStatus): void {
  const { instanceId, interruptedEpoch, takenBackEpoch, pricePerHour } = instance
  instance.phase = 'Terminating'
  const seconds = (milliseconds: number) => Math.round(milliseconds / 1000)
  const inTime =
    interruptedEpoch === undefined || takenBackEpoch === undefined
      ? ''
      : ` It was replaced ${seconds(now - interruptedEpoch)} seconds after the warning, ${seconds(takenBackEpoch - now)} before AWS takes it.`
  const cost = ` It cost $${pricePerHour.toFixed(4)}/h.`
  draft.fleetEvent(pricePerHour, instanceLines.empty, { id: instanceId, more: `${cost}${inTime}` })
}

/** Whether all instances that are needed are there, and since when not. */
function noteFleet(draft: Draft, { unplaced: [first] }: Observation): void {
  const launching = draft.status.instances.filter(({ phase }) => phase === 'Launching').length
  const message = launching === 1 ? 'One instance is starting.' : `${launching} instances are starting.`
  const type = 'FleetReady'
  if (first) {
    const shortage = `${nameOf(first.demand)} finds no instance. ${first.message}`
    draft.condition({ type, status: 'False', reason: first.reason, message: shortage })
  } else if (launching > 0) draft.condition({ type, status: 'False', reason: 'Working', message })
  else draft.condition({ type, status: 'True', reason: 'Ready', message: 'All instances are up.' })
}
