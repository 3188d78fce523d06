import type { RefusedLaunch } from '../concern'

export interface RolloutMemory {
  lastRefusal: RefusedLaunch | undefined
  consolidatedEpoch: number
  /** Which processes the Spot strategies were last priced for. */
  priced: string | undefined
}

export const emptyMemory = (): RolloutMemory => ({
  lastRefusal: undefined,
  consolidatedEpoch: 0,
  priced: undefined,
})
