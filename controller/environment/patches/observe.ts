import type { Learned, Work } from '../concern'
import type { PatchesMemory } from './memory'

/** Looks now and then which machine image is current. @throws CloudError */
export async function observe({ pass, draft, memory }: Work<PatchesMemory>): Promise<Learned> {
  const isDue =
    pass.isExaminationDue || pass.secondsSince(memory.lookedEpoch) >= pass.limits.imageSurveySeconds
  if (!isDue || draft.status.instances.every(({ phase }) => phase !== 'Running')) return {}
  memory.currentImage = await pass.account.instances.currentImage()
  memory.lookedEpoch = pass.now
  return {}
}
