/** What is to be read of the output of one process. */
export interface OutputQuestion {
  /** Absent where nobody knows any more which application the process was of. */
  applicationId?: string
  processId: string
  /** What a line must contain, case and all. */
  text?: string
  fromEpoch: number
  /** Exclusive. */
  untilEpoch: number
}

/** The lines, oldest first; or why there are none. */
export type OutputAnswer =
  | { lines: { epoch: number; text: string }[]; reachedEpoch: number; group: string }
  | { fault: 'no-group' | 'refused' | 'unavailable' }
