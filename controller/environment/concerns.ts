import type { Concern } from './concern'
import { createCertificates } from './certificates/concern'
import { createDns } from './dns/concern'
import { createFleet } from './fleet/concern'
import { createInterruptions } from './interruptions/concern'
import { createLoadBalancers } from './load-balancers/concern'
import { createMove } from './move/concern'
import { createNetwork } from './network/concern'
import { createOutput } from './output/concern'
import { createPatches } from './patches/concern'
import { createPeering } from './peering/concern'
import { createProcesses } from './processes/concern'
import { createRollout } from './rollout/concern'
import { createTraffic } from './traffic/concern'

/**
 * Everything there is to take care of in one environment. Without its network there is nothing else to do; the others act and look in this
 * order, then decide in this order, and each learns what those before it saw.
 */
export const createConcerns = () => ({
  network: createNetwork(),
  rollout: createRollout(),
  fleet: createFleet(),
  output: createOutput(),
  processes: createProcesses(),
  loadBalancers: createLoadBalancers(),
  dns: createDns(),
  certificates: createCertificates(),
  peering: createPeering(),
  traffic: createTraffic(),
  move: createMove(),
  interruptions: createInterruptions(),
  patches: createPatches(),
})

export type Concerns = Record<keyof ReturnType<typeof createConcerns>, Concern>
