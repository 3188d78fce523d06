import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { emptyMemory } from './memory'
import { conditionType } from './note-refusal'
import { observe } from './observe'

/** The log groups of applications, which their processes' output goes to. */
export const createOutput = (): Concern =>
  concernWith(emptyMemory(), { condition: conditionType, carryOut, observe, decide })
