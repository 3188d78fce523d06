import { concernWith, type Concern } from '../concern'
import { carryOut, emptyMemory } from './carry-out'
import { observe } from './observe'

/** Spot warnings. */
export const createInterruptions = (): Concern =>
  concernWith(emptyMemory(), {
    condition: 'InterruptionsReady',
    readyMessage: 'Spot warnings are heard wherever an instance may get one.',
    carryOut,
    observe,
  })
