import type { Cloud } from '../../cloud/cloud'
import type { Delegations } from '../../delegation/delegations'
import type { ReconcilerDependencies } from '../../reconcile/create-reconciler'

/** Dependencies of the HostedZone reconciler. */
export interface HostedZoneDependencies extends ReconcilerDependencies {
  cloud: Cloud
  delegations: Delegations
}
