import type { MachineImage } from '../../cloud/cloud'

export interface PatchesMemory {
  /** The newest image at the last look. */
  currentImage: MachineImage | undefined
  lookedEpoch: number
  /** Why an instance could not be replaced lately. */
  setback: Setback | undefined
  /** Why an agent did not give way lately. */
  agentSetback: Setback | undefined
}

export interface Setback {
  message: string
  epoch: number
}

export const emptyMemory = (): PatchesMemory => ({
  currentImage: undefined,
  lookedEpoch: 0,
  setback: undefined,
  agentSetback: undefined,
})
