import type { EnvironmentStatus } from '../../../core/resources/environment'
import type { Concern } from '../concern'
import { carryOut } from './carry-out'
import { decide } from './decide'
import { observe } from './observe'

/** The names of exposed ports in the linked hosted zone, which may be in another account. */
export class Dns implements Concern {
  readonly condition = 'NamesReady'
  readonly isNonBlocking = true
  readonly intents = ({ dns }: EnvironmentStatus) => dns
  readonly carryOut = carryOut
  readonly observe = observe
  readonly decide = decide
}
