import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { emptyMemory } from './memory'
import { observe } from './observe'

/** Patches of instances: agents, which are replaced where they run, and machine images. */
export const createPatches = (): Concern =>
  concernWith(emptyMemory(), { condition: 'PatchesReady', carryOut, observe, decide })
