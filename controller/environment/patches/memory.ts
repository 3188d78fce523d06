import type { MachineImage } from '../../cloud/cloud'

export interface PatchesMemory {
  /** As of the last look. */
  currentImage: MachineImage | undefined
  lookedEpoch: number
  /** Why an instance could not be replaced lately, and when that was. */
  setback: { message: string; epoch: number } | undefined
}

export const emptyMemory = (): PatchesMemory => ({
  currentImage: undefined,
  lookedEpoch: 0,
  setback: undefined,
})
