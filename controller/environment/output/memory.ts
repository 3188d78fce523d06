export interface OutputMemory {
  /** When AWS may be asked again after a refusal. */
  pausedUntilEpoch: number
  /** When it was last seen which groups are there. */
  surveyedEpoch: number
}

export const emptyMemory = (): OutputMemory => ({ pausedUntilEpoch: 0, surveyedEpoch: 0 })
