import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { emptyMemory } from './memory'

/** Another range for an environment whose own overlaps what it is linked to. */
export const createMove = (): Concern =>
  concernWith(emptyMemory(), { condition: 'RangeFree', isApart: true, carryOut, decide })
