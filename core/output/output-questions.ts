import type { Level } from './levels'

/** What is to be read of the output of processes of one environment. */
export interface OutputQuestion {
  /** Of one application alone; absent, of all. */
  applicationId?: string
  /** Of one process alone, running or not. */
  processId?: string
  /** Processes that are left out. */
  exceptProcessIds?: string[]
  /** What a line must contain, case and all. */
  text?: string
  /** Only lines of this level, or of a graver one. */
  level?: Level
  fromEpoch: number
  /** Exclusive. */
  untilEpoch: number
}

export interface PrintedLine {
  epoch: number
  processId: string
  applicationId: string
  text: string
}

/** The lines, oldest first; or why there are none. */
export type OutputAnswer =
  | {
      lines: PrintedLine[]
      /** Everything from here on was looked through. */
      reachedEpoch: number
      /** Whose groups are too many for one question; absent where all were looked into. */
      unsearchedApplicationIds?: string[]
    }
  | { fault: 'refused' | 'unavailable' }

/** How many log groups one question looks into: each takes calls of its own. */
export const mostGroups = 10
