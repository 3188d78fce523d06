import { concernWith, type Concern } from '../concern'
import { decide } from './decide'
import { emptyMemory } from './memory'

/** Rollout: the processes that run, compared with those that are to run. */
export const createRollout = (): Concern => concernWith(emptyMemory(), { condition: 'Available', decide })
