import { concernWith, type Concern } from '../concern'
import { carryOut, emptyMemory } from './carry-out'
import { observe } from './observe'

/** The processes, as the agents of their instances run them. */
export const createProcesses = (): Concern =>
  concernWith(emptyMemory(), {
    condition: 'ProcessesReady',
    readyMessage: 'The agents that answer have their lists.',
    carryOut,
    observe,
  })
