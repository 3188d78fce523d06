import type { Concern } from './concern'
import { Certificates } from './certificates/certificates'
import { Dns } from './dns/dns'
import { Fleet } from './fleet/fleet'
import { Interruptions } from './interruptions/interruptions'
import { LoadBalancers } from './load-balancers/load-balancers'
import { Move } from './move/move'
import { Network } from './network/network'
import { Output } from './output/output'
import { Patches } from './patches/patches'
import { Peerings } from './peering/peerings'
import { Processes } from './processes/processes'
import { Rollout } from './rollout/rollout'
import { Traffic } from './traffic/traffic'

/**
 * Everything there is to take care of in one environment. Without its network there is nothing else to do; the others act and look in this
 * order, then decide in this order, and each learns what those before it saw.
 */
export const createConcerns = () => ({
  network: new Network(),
  rollout: new Rollout(),
  fleet: new Fleet(),
  output: new Output(),
  processes: new Processes(),
  loadBalancers: new LoadBalancers(),
  dns: new Dns(),
  certificates: new Certificates(),
  peering: new Peerings(),
  traffic: new Traffic(),
  move: new Move(),
  interruptions: new Interruptions(),
  patches: new Patches(),
})

export type Concerns = Record<keyof ReturnType<typeof createConcerns>, Concern>
