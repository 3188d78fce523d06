import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { RunningRelease } from '../../../core/agent/protocol'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Learned, Work } from '../concern'
import type { PatchesMemory } from './memory'

/** Looks what became of agents that were to give way, and now and then which machine image is current. @throws CloudError */
export async function observe(work: Work<PatchesMemory>): Promise<Learned> {
  const { pass, draft, observed, memory } = work
  for (const instance of draft.status.instances)
    noteAgent(work, instance, observed.reports.get(instance.clientToken)?.release)
  const isDue =
    pass.isExaminationDue || pass.secondsSince(memory.lookedEpoch) >= pass.limits.imageSurveySeconds
  if (!isDue || draft.status.instances.every(({ phase }) => phase !== 'Running')) return {}
  memory.currentImage = await pass.account.instances.currentImage()
  memory.lookedEpoch = pass.now
  return {}
}

function noteAgent(
  { pass, draft, memory }: Work<PatchesMemory>,
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
  const why = refusal ?? 'It gave no sign of it.'
  memory.agentSetback = { message: `It is tried again later. ${why}`, epoch: pass.now }
  delete instance.agentPatch
  draft.event(instanceLines.agentStays, { ...patch, why })
}
