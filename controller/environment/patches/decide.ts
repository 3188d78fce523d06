import type { InstanceStatus } from '../../../core/resources/environment'
import { arePatchesPaused, patchesAnnotation } from '../../../core/resources/metadata'
import type { MachineImage } from '../../cloud/cloud'
import { settlingSeconds, type Learned, type Work } from '../concern'
import type { Draft } from '../draft'
import { isStormy } from '../rollout/exclusions'
import { isDeploying } from '../summarize'
import { selectProcesses, type Selections } from '../workload/selection'
import { giveBack } from './give-back'
import type { PatchesMemory } from './memory'

/**
 * Marks an instance with an outdated image as leaving, one at a time while nothing else goes on. From there everything is as after a Spot
 * warning, without its hurry: what runs on it is replaced elsewhere, and goes when its replacement serves.
 */
export function decide(work: Work<PatchesMemory>): Learned {
  const { pass, draft, memory } = work
  giveBack(work)
  const image = memory.currentImage
  if (!image) return {}
  const outdated = draft.status.instances.filter((instance) => isOutdated(instance, image))
  const found = selectProcesses(pass.goal.wanted, draft.status, pass.environment.spec.spotStrategy)
  const next = outdated.find((instance) => isServedWell(draft, instance, found))
  const obstacle = whyNotNow(work, image, found, next)
  note(draft, image, outdated.length, obstacle)
  if (!next || obstacle) return {}
  next.phase = 'Draining'
  next.patchingEpoch = pass.now
  draft.event(
    'network',
    `Replacing ${next.instanceId}: its machine image ${next.imageId} is older than ${describe(image)}. What runs on it is replaced first.`,
  )
  return {}
}

const isOutdated = ({ phase, imageId }: InstanceStatus, image: MachineImage) =>
  phase !== 'Terminating' && imageId !== undefined && imageId !== image.id

/** Whether everything of the applications on it is in service: what is ill elsewhere does not stop it from being replaced. */
function isServedWell({ status }: Draft, { clientToken }: InstanceStatus, { selections }: Selections) {
  const applications = new Set(
    status.processes.flatMap((process) => (process.clientToken === clientToken ? process.applicationId : [])),
  )
  return selections.every(
    ({ demand, isServed }) => isServed || !applications.has(demand.application.applicationId),
  )
}

interface Obstacle {
  reason: 'Paused' | 'Working' | 'ProcessUnhealthy' | 'InsufficientCapacity'
  message: string
}

function whyNotNow(
  work: Work<PatchesMemory>,
  image: MachineImage,
  { surplus }: Selections,
  next: InstanceStatus | undefined,
): Obstacle | undefined {
  const { pass, draft, memory } = work
  const { limits, environment, now } = pass
  if (arePatchesPaused(environment.metadata))
    return {
      reason: 'Paused',
      message: `That is paused until the annotation ${patchesAnnotation} is removed.`,
    }
  if (isDeploying(pass)) return { reason: 'Working', message: 'That waits for the deployment to end.' }
  if (draft.status.instances.some(({ patchingEpoch }) => patchingEpoch !== undefined))
    return { reason: 'Working', message: 'One is being replaced.' }
  const isMoving = surplus.length > 0 || draft.status.instances.some(({ phase }) => phase !== 'Running')
  if (isMoving || settlingSeconds(work) > 0)
    return { reason: 'Working', message: 'That waits until nothing else moves.' }
  if (memory.setback && pass.secondsSince(memory.setback.epoch) < limits.patchRetrySeconds)
    return { reason: 'InsufficientCapacity', message: memory.setback.message }
  const isFresh = pass.secondsSince(image.publishedEpoch) < limits.patchPatienceSeconds
  if (isFresh && isStormy(draft.status, now))
    return { reason: 'Working', message: 'That waits for Spot to calm down.' }
  if (!next)
    return { reason: 'ProcessUnhealthy', message: 'That waits until all processes on it are in service.' }
  return undefined
}

/** How far it is, for operators. */
function note(draft: Draft, image: MachineImage, outdated: number, obstacle: Obstacle | undefined): void {
  const type = 'PatchesReady'
  if (outdated === 0) {
    const message = 'Every instance runs the newest machine image.'
    return draft.condition({ type, status: 'True', reason: 'Ready', message })
  }
  const instances = outdated === 1 ? 'One instance is' : `${outdated} instances are`
  const message = `${instances} to be replaced, because of the machine image ${describe(image)}. ${obstacle?.message ?? 'One is being replaced.'}`
  draft.condition({ type, status: 'False', reason: obstacle?.reason ?? 'Working', message })
}

const describe = ({ id, publishedEpoch }: MachineImage) =>
  `${id}, which Amazon published on ${new Date(publishedEpoch).toISOString().slice(0, 10)}`
