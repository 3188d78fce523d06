import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Work } from '../concern'
import type { PatchesMemory } from './memory'

/**
 * Lets an instance stay that was to be replaced, where AWS has no other or the newer image does not boot: it serves, and nothing is gained
 * by an environment that is short of an instance for ever. Tried again later.
 */
export function giveBack({ pass, draft, observed, memory }: Work<PatchesMemory>): void {
  for (const instance of draft.status.instances) {
    if (instance.patchingEpoch === undefined || !isStillThere(instance)) continue
    const shortage = observed.unplaced.find(({ reason }) => reason !== 'Unplaceable')
    const isLate = pass.secondsSince(instance.patchingEpoch) > pass.limits.patchSeconds
    if (!shortage && !isLate) continue
    instance.phase = 'Running'
    delete instance.patchingEpoch
    const message = shortage?.message ?? 'What replaces it did not serve in time.'
    memory.setback = { message: `It is tried again later. ${message}`, epoch: pass.now }
    draft.event(instanceLines.staysOutdated, { id: instance.instanceId, why: message })
  }
}

const isStillThere = ({ phase, interruptedEpoch }: InstanceStatus) =>
  phase === 'Draining' && interruptedEpoch === undefined
