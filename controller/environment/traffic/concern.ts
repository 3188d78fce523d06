import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { emptyMemory } from './memory'
import { observe } from './observe'

/** Traffic: the processes that load balancers send requests to. */
export const createTraffic = (): Concern =>
  concernWith(emptyMemory(), {
    condition: 'TrafficReady',
    readyMessage: 'The load balancers send requests to whatever is to serve them.',
    carryOut,
    observe,
  })
