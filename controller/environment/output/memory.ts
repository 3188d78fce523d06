export interface OutputMemory {
  /** Epoch from which AWS may be asked again after a refusal. */
  pausedUntilEpoch: number
  /** Epoch of the last list of groups. */
  surveyedEpoch: number
}

export const emptyMemory = (): OutputMemory => ({ pausedUntilEpoch: 0, surveyedEpoch: 0 })
