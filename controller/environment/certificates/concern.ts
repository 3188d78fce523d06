import { concernWith, type Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { emptyMemory } from './memory'
import { observe } from './observe'

/** HTTPS for the names in the linked hosted zone: certificates, what validates them, and the listeners that show them. */
export const createCertificates = (): Concern =>
  concernWith(emptyMemory(), { condition: 'CertificateReady', isApart: true, carryOut, observe, decide })
