import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { observe } from './observe'

/** The names of exposed ports in the linked hosted zone, which may be in another account. */
export const createDns = (): Concern =>
  concernWith<void>(undefined, { condition: 'NamesReady', isApart: true, carryOut, observe, decide })
