import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { AgentReplacement, RunningRelease } from '../../../core/agent/protocol'
import type { InstanceStatus } from '../../../core/resources/environment'
import { AgentUnreachableError, type AgentAddress } from '../../agents/agents'
import type { MachineImage } from '../../cloud/cloud'
import type { Concern, Learned, Work } from '../concern'
import type { FleetFacts, ProcessesFacts, RolloutFacts } from '../facts'
import type { Pass } from '../pass'
import { selectProcesses } from '../workload/selection'
import {
  isServedWell,
  obstacleBySetback,
  whyNotLeave,
  whyNotNow,
  type Obstacle,
  type Setback,
} from './obstacles'

/** One kind of patch that instances need, and how it is begun on one of them. */
interface Patch {
  /** The patch in words for people: `One instance is to be replaced, because of …`. */
  description: string
  /** Why not now, if that is so. */
  obstacle: Obstacle | undefined
  begin(): void
}

/** Patches of instances: agents, which are replaced where they run, and machine images. */
export class Patches implements Concern {
  readonly condition = 'PatchesReady'
  /** The newest image at the last look. */
  private currentImage: MachineImage | undefined
  private lookedEpoch = 0
  /** Why an instance could not be replaced lately. */
  private setback: Setback | undefined
  /** Why an agent did not give way lately. */
  private agentSetback: Setback | undefined

  /** Asks agents to give way to the present release, where that stood in the status when it was read. */
  async carryOut(
    { pass, draft }: Work,
    { agentAddresses, reports }: FleetFacts & ProcessesFacts,
  ): Promise<Learned> {
    const { agentRelease } = pass.dependencies
    for (const { clientToken, agentPatch } of draft.status.instances) {
      const address = agentAddresses.get(clientToken)
      const running = reports.get(clientToken)?.release
      if (!agentRelease || !address || !running || agentPatch?.sha256 !== agentRelease.sha256) continue
      const isOver = running.sha256 === agentPatch.sha256 || running.refused?.attempt === agentPatch.epoch
      if (!isOver) await ask(pass, address, { ...agentRelease, attempt: agentPatch.epoch })
    }
    return {}
  }

  /** Looks what became of agents that were to give way, and now and then which machine image is current. @throws CloudError */
  async observe({ pass, draft }: Work, { reports }: ProcessesFacts): Promise<Learned> {
    for (const instance of draft.status.instances)
      this.noteAgent({ pass, draft }, instance, reports.get(instance.clientToken)?.release)
    const isDue = pass.isExaminationDue || pass.hasPassed(pass.limits.imageSurveySeconds, this.lookedEpoch)
    if (!isDue || draft.status.instances.every(({ phase }) => phase !== 'Running')) return {}
    this.currentImage = await pass.account.instances.currentImage()
    this.lookedEpoch = pass.stamp
    return {}
  }

  /**
   * Begins to replace one thing that is outdated, while nothing else goes on: an agent where it is, or an instance. Such an instance is marked as
   * leaving, and from there everything is as after a Spot warning, without its hurry.
   */
  decide(work: Work, known: FleetFacts & ProcessesFacts & RolloutFacts): Learned {
    this.giveBack(work, known)
    if (!this.currentImage && !work.pass.dependencies.agentRelease) return {}
    // Agents first: that takes seconds, and nothing moves.
    const patches = [this.findAgentPatch(work, known), this.findImagePatch(work)].flatMap(
      (patch) => patch ?? [],
    )
    const obstacle = whyNotNow(work, known)
    const next = obstacle ? undefined : patches.find((patch) => !patch.obstacle)
    reportProgress(work, patches, obstacle)
    next?.begin()
    return {}
  }

  private noteAgent(
    { pass, draft }: Work,
    instance: InstanceStatus,
    running: RunningRelease | undefined,
  ): void {
    const { instanceId, agentPatch } = instance
    if (!agentPatch) return
    const patch = { id: instanceId, release: agentPatch.sha256.slice(0, 12) }
    if (running?.sha256 === agentPatch.sha256) {
      delete instance.agentPatch
      draft.event(instanceLines.agentGaveWay, patch)
      return
    }
    const refusal = running?.refused?.attempt === agentPatch.epoch ? running.refused.message : undefined
    const isLate = pass.secondsSince(agentPatch.epoch) > pass.limits.agentPatchSeconds
    if (refusal === undefined && !isLate) return
    const why = refusal ?? 'It did not confirm it.'
    this.agentSetback = { message: `SDO tries again later. ${why}`, epoch: pass.now }
    delete instance.agentPatch
    draft.event(instanceLines.agentStays, { ...patch, why })
  }

  /**
   * Lets an instance stay that was to be replaced, where AWS has no other or the newer image does not boot: it serves, and nothing is gained
   * by an environment that is short of an instance for ever. Tried again later.
   */
  private giveBack({ pass, draft }: Work, { unplaced }: RolloutFacts): void {
    for (const instance of draft.status.instances) {
      if (instance.patchingEpoch === undefined || !isStillThere(instance)) continue
      const shortage = unplaced.find(({ reason }) => reason !== 'Unplaceable')
      const isLate = pass.secondsSince(instance.patchingEpoch) > pass.limits.patchSeconds
      if (!shortage && !isLate) continue
      instance.phase = 'Running'
      delete instance.patchingEpoch
      const message = shortage?.message ?? 'What replaces it did not serve in time.'
      this.setback = { message: `SDO tries again later. ${message}`, epoch: pass.now }
      draft.event(instanceLines.staysOutdated, { id: instance.instanceId, why: message })
    }
  }

  private findAgentPatch({ pass, draft }: Work, { reports }: ProcessesFacts): Patch | undefined {
    const release = pass.dependencies.agentRelease
    const outdated = draft.status.instances.filter(({ phase, clientToken }) => {
      const running = reports.get(clientToken)?.release
      return release && running && phase === 'Running' && running.sha256 !== release.sha256
    })
    const [next] = outdated
    if (!release || !next) return undefined
    const subject = outdated.length === 1 ? 'One agent is' : `${outdated.length} agents are`
    return {
      description: `${subject} to give way to release ${release.sha256.slice(0, 12)}.`,
      obstacle: obstacleBySetback(pass, this.agentSetback, 'AgentUnreachable'),
      begin() {
        next.agentPatch = { sha256: release.sha256, epoch: pass.now }
      },
    }
  }

  private findImagePatch({ pass, draft }: Work): Patch | undefined {
    const image = this.currentImage
    const outdated = draft.status.instances.filter(
      ({ phase, imageId, launchedEpoch = 0 }) =>
        phase !== 'Terminating' &&
        imageId !== undefined &&
        imageId !== image?.id &&
        // One launched since the last look has another image because it is newer still.
        launchedEpoch < this.lookedEpoch,
    )
    if (!image || outdated.length === 0) return undefined
    const found = selectProcesses(pass.goal.wanted, draft.status, pass.environment.spec)
    const next = outdated.find((instance) => isServedWell(draft.status, instance, found))
    const subject = outdated.length === 1 ? 'One instance is' : `${outdated.length} instances are`
    return {
      description: `${subject} to be replaced, because of the machine image ${describe(image)}.`,
      obstacle: whyNotLeave(pass, draft.status, image, this.setback, next),
      begin() {
        if (!next) return
        next.phase = 'Draining'
        next.patchingEpoch = pass.now
        const { instanceId: id, imageId } = next
        draft.event(instanceLines.outdated, { id, imageId, newer: describe(image) })
      },
    }
  }
}

const isStillThere = ({ phase, interruptedEpoch }: InstanceStatus) =>
  phase === 'Draining' && interruptedEpoch === undefined

/** Asks an agent to give way. One that does not answer is asked again by the next pass. */
async function ask(
  { dependencies: { agents, log } }: Pass,
  address: AgentAddress,
  replacement: AgentReplacement,
): Promise<void> {
  try {
    await agents.replace(address, replacement)
  } catch (error) {
    if (!(error instanceof AgentUnreachableError)) throw error
    log.debug({ err: error }, 'agent was not asked to give way')
  }
}

/** Writes the progress of patches into the condition, for operators. */
function reportProgress({ draft }: Work, patches: Patch[], common: Obstacle | undefined): void {
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
