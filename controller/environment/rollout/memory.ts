import type { RefusedLaunch } from '../concern'

/** What not to ask for again for a while, because it was refused. */
export interface Exclusion extends RefusedLaunch {
  untilEpoch: number
}

export interface RolloutMemory {
  exclusions: Exclusion[]
  lastRefusal: RefusedLaunch | undefined
  consolidatedEpoch: number
}

export const emptyMemory = (): RolloutMemory => ({
  exclusions: [],
  lastRefusal: undefined,
  consolidatedEpoch: 0,
})
