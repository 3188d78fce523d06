import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { EnvironmentStatus, InstanceStatus } from '../../../core/resources/environment'
import { arePatchesPaused, patchesAnnotation, type ConditionReason } from '../../../core/resources/metadata'
import type { MachineImage } from '../../cloud/cloud'
import { settlingSeconds, type Learned, type Work } from '../concern'
import { isStormy } from '../rollout/exclusions'
import { isDeploying } from '../summarize'
import { isMovingNetwork } from '../workload/places'
import { selectProcesses, type Selections } from '../workload/selection'
import { giveBack } from './give-back'
import type { PatchesMemory, Setback } from './memory'

/** One kind of patch that instances need, and how it is begun on one of them. */
interface Patch {
  /** The patch in words for people: `One instance is to be replaced, because of …`. */
  description: string
  /** Why not now, if that is so. */
  obstacle: Obstacle | undefined
  begin(): void
}

interface Obstacle {
  reason: ConditionReason
  message: string
}

/**
 * Begins to replace one thing that is outdated, while nothing else goes on: an agent where it is, or an instance. Such an instance is marked as
 * leaving, and from there everything is as after a Spot warning, without its hurry.
 */
export function decide(work: Work<PatchesMemory>): Learned {
  giveBack(work)
  if (!work.memory.currentImage && !work.pass.dependencies.agentRelease) return {}
  // Agents first: that takes seconds, and nothing moves.
  const patches = [findAgentPatch(work), findImagePatch(work)].flatMap((patch) => patch ?? [])
  const obstacle = whyNotNow(work)
  const next = obstacle ? undefined : patches.find((patch) => !patch.obstacle)
  note(work, patches, obstacle)
  next?.begin()
  return {}
}

function findAgentPatch({ pass, draft, observed, memory }: Work<PatchesMemory>): Patch | undefined {
  const release = pass.dependencies.agentRelease
  const outdated = draft.status.instances.filter(({ phase, clientToken }) => {
    const running = observed.reports.get(clientToken)?.release
    return release && running && phase === 'Running' && running.sha256 !== release.sha256
  })
  const [next] = outdated
  if (!release || !next) return undefined
  const subject = outdated.length === 1 ? 'One agent is' : `${outdated.length} agents are`
  return {
    description: `${subject} to give way to release ${release.sha256.slice(0, 12)}.`,
    obstacle: standing(pass, memory.agentSetback, 'AgentUnreachable'),
    begin() {
      next.agentPatch = { sha256: release.sha256, epoch: pass.now }
    },
  }
}

function findImagePatch({ pass, draft, memory }: Work<PatchesMemory>): Patch | undefined {
  const image = memory.currentImage
  const outdated = draft.status.instances.filter(
    ({ phase, imageId }) => phase !== 'Terminating' && imageId !== undefined && imageId !== image?.id,
  )
  if (!image || outdated.length === 0) return undefined
  const found = selectProcesses(pass.goal.wanted, draft.status, pass.environment.spec.spotStrategy)
  const next = outdated.find((instance) => isServedWell(draft.status, instance, found))
  const subject = outdated.length === 1 ? 'One instance is' : `${outdated.length} instances are`
  return {
    description: `${subject} to be replaced, because of the machine image ${describe(image)}.`,
    obstacle: whyNotLeave(pass, draft.status, image, memory.setback, next),
    begin() {
      if (!next) return
      next.phase = 'Draining'
      next.patchingEpoch = pass.now
      const { instanceId: id, imageId } = next
      draft.event(instanceLines.outdated, { id, imageId, newer: describe(image) })
    },
  }
}

/** Whether everything of the applications on it is in service: what is ill elsewhere does not stop it from being replaced. */
function isServedWell(
  status: EnvironmentStatus,
  { clientToken }: InstanceStatus,
  { selections }: Selections,
): boolean {
  const applications = new Set(
    status.processes.flatMap((process) => (process.clientToken === clientToken ? process.applicationId : [])),
  )
  return selections.every(
    ({ demand, isServed }) => isServed || !applications.has(demand.application.applicationId),
  )
}

/** Why nothing is to be begun at the moment. */
function whyNotNow(work: Work<PatchesMemory>): Obstacle | undefined {
  const { pass, draft } = work
  const { instances, processes } = draft.status
  const { wanted } = pass.goal
  if (arePatchesPaused(pass.environment.metadata))
    return {
      reason: 'Paused',
      message: `That is paused until the annotation ${patchesAnnotation} is removed.`,
    }
  if (isMovingNetwork(draft.status)) return waitingFor('the environment to have moved')
  if (isDeploying(pass)) return waitingFor('the deployment to end')
  if (instances.some(({ patchingEpoch, agentPatch }) => patchingEpoch !== undefined || agentPatch))
    return { reason: 'Working', message: 'One is being replaced.' }
  const { surplus } = selectProcesses(wanted, { instances, processes }, pass.environment.spec.spotStrategy)
  const isMoving = surplus.length > 0 || instances.some(({ phase }) => phase !== 'Running')
  return isMoving || settlingSeconds(work) > 0 ? waitingFor('everything else to be done') : undefined
}

function whyNotLeave(
  pass: Work['pass'],
  status: EnvironmentStatus,
  { publishedEpoch }: MachineImage,
  setback: Setback | undefined,
  next: InstanceStatus | undefined,
): Obstacle | undefined {
  const isFresh = pass.secondsSince(publishedEpoch) < pass.limits.patchPatienceSeconds
  if (isFresh && isStormy(status, pass.now)) return waitingFor('Spot to calm down')
  if (!next)
    return { reason: 'ProcessUnhealthy', message: 'That waits until all processes on it are in service.' }
  return standing(pass, setback, 'InsufficientCapacity')
}

const waitingFor = (what: string): Obstacle => ({ reason: 'Working', message: `That waits for ${what}.` })

/** The failure of a while ago, which keeps a patch from being tried again yet. */
const standing = (
  pass: Work['pass'],
  setback: Setback | undefined,
  reason: ConditionReason,
): Obstacle | undefined =>
  setback && pass.secondsSince(setback.epoch) < pass.limits.patchRetrySeconds
    ? { reason, message: setback.message }
    : undefined

/** Writes the progress of patches into the condition, for operators. */
function note({ draft }: Work<PatchesMemory>, patches: Patch[], common: Obstacle | undefined): void {
  const type = 'PatchesReady'
  const [first] = patches
  if (!first) {
    const message = 'Every instance has the newest machine image and agent.'
    return draft.condition({ type, status: 'True', reason: 'Ready', message })
  }
  const obstacle = common ?? first.obstacle
  const descriptions = patches.map(({ description }) => description).join(' ')
  const message = `${descriptions} ${obstacle?.message ?? 'One is being replaced.'}`
  draft.condition({ type, status: 'False', reason: obstacle?.reason ?? 'Working', message })
}

const describe = ({ id, publishedEpoch }: MachineImage) =>
  `${id}, which Amazon published on ${new Date(publishedEpoch).toISOString().slice(0, 10)}`
