import type { Cloud } from '../../cloud/cloud'
import type { ReconcilerDependencies } from '../../reconcile/create-reconciler'

/** What the AwsAccount reconciler works with. */
export interface AwsAccountDependencies extends ReconcilerDependencies {
  cloud: Cloud
  /** The account in which SDO itself runs; customers' roles trust it. 12 digits. */
  platformAccountNumber: string
}
