import { concernWith, type Concern } from '../concern'
import { decide } from './decide'
import { emptyMemory } from './memory'
import { observe } from './observe'

/** What is outdated on instances. */
export const createPatches = (): Concern =>
  concernWith(emptyMemory(), { condition: 'PatchesReady', observe, decide })
