import type { Certificates } from './ports/certificates'
import type { Dns } from './ports/dns'
import type { Instances } from './ports/instances'
import type { Interruptions } from './ports/interruptions'
import type { LoadBalancers } from './ports/load-balancers'
import type { Logs } from './ports/logs'
import type { Lookup } from './ports/lookup'
import type { Metrics } from './ports/metrics'
import type { Network } from './ports/network'
import type { Offerings } from './ports/offerings'
import type { ExternalNetworks, Peerings } from './ports/peering'
import type { PlatformAccess } from './ports/platform'
import type { Preflight } from './ports/preflight'
import type { Roles } from './ports/roles'

export * from './ports/calls'
export * from './ports/certificates'
export * from './ports/dns'
export * from './ports/errors'
export * from './ports/instances'
export * from './ports/interruptions'
export * from './ports/load-balancers'
export * from './ports/logs'
export * from './ports/lookup'
export * from './ports/metrics'
export * from './ports/network'
export * from './ports/offerings'
export * from './ports/peering'
export * from './ports/platform'
export * from './ports/preflight'
export * from './ports/roles'

/** The way into a customer's account. */
export interface AccountAccess {
  accountNumber: string
  externalId: string
}

/** The cloud. One side is AWS, the other the simulated account; `tests/contract/cloud` is what both promise. */
export interface Cloud {
  account(access: AccountAccess): CloudAccount
  /** Absent where the platform needs no credentials of its own. */
  readonly platform?: PlatformAccess
}

/**
 * A customer's account. Everything is looked up by owner tag, creating twice is prevented by a client token where there is
 * one and by looking first where there is none, and removing what is gone already is fine. All failures are CloudErrors.
 */
export interface CloudAccount {
  readonly roles: Roles
  readonly network: Network
  readonly instances: Instances
  readonly loadBalancers: LoadBalancers
  readonly offerings: Offerings
  readonly interruptions: Interruptions
  readonly dns: Dns
  readonly certificates: Certificates
  readonly peerings: Peerings
  readonly externalNetworks: ExternalNetworks
  readonly logs: Logs
  readonly lookup: Lookup
  readonly metrics: Metrics
  readonly preflight: Preflight
}
