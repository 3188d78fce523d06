import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { emptyMemory } from './memory'
import { observe } from './observe'

/** What is outdated on instances: their agents, which give way to another release where they are, and their machine images. */
export const createPatches = (): Concern =>
  concernWith(emptyMemory(), { condition: 'PatchesReady', carryOut, observe, decide })
