import type { Cloud } from '../../cloud/cloud'
import type { ReconcilerDependencies } from '../../reconcile/create-reconciler'

/** Dependencies of the AwsAccount reconciler. */
export interface AwsAccountDependencies extends ReconcilerDependencies {
  cloud: Cloud
  /** The account in which SDO itself runs; customers' roles trust it. 12 digits. */
  platformAccountNumber: string
}
