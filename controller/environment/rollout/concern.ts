import { concernWith, type Concern } from '../concern'
import { decide } from './decide'
import { emptyMemory } from './memory'

/** What runs, compared with what is to run. */
export const createRollout = (): Concern => concernWith(emptyMemory(), { condition: 'Available', decide })
