import { Absence } from '../absence'
import type { Work } from '../concern'

export interface LoadBalancersMemory {
  absence: Absence
  active: Set<string>
}

export type BalancerWork = Work<LoadBalancersMemory>

export const emptyMemory = (): LoadBalancersMemory => ({ absence: new Absence(), active: new Set() })
