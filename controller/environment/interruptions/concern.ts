import { concernWith, type Concern } from '../concern'
import { decide } from './decide'
import { observe } from './observe'

/** Spot warnings. */
export const createInterruptions = (): Concern =>
  concernWith<void>(undefined, {
    condition: 'InterruptionsReady',
    readyMessage: 'Spot warnings are heard wherever an instance may get one.',
    observe,
    decide,
  })
