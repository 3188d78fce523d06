import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { emptyMemory, recall } from './memory'
import { observe } from './observe'

/** The instances. */
export const createFleet = (): Concern =>
  concernWith(emptyMemory(), { condition: 'FleetReady', recall, carryOut, observe, decide })
