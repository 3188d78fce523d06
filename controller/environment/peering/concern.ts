import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { emptyMemory } from './memory'

/** Connections with the linked external networks, which may be in other accounts. */
export const createPeering = (): Concern =>
  concernWith(emptyMemory(), { condition: 'NetworksConnected', isApart: true, carryOut, decide })
