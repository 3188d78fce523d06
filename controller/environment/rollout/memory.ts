import type { RefusedLaunch } from '../concern'

export interface RolloutMemory {
  lastRefusal: RefusedLaunch | undefined
  consolidatedEpoch: number
}

export const emptyMemory = (): RolloutMemory => ({
  lastRefusal: undefined,
  consolidatedEpoch: 0,
})
