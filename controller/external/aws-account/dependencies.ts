import type { Clock } from '../../../core/time/clock'
import type { Logger } from '../../../core/logging/logger'
import type { Cloud } from '../../cloud/cloud'
import type { ResourceStore } from '../../store/store'

/** What the AwsAccount reconciler works with. */
export interface AwsAccountDependencies {
  store: ResourceStore
  cloud: Cloud
  clock: Pick<Clock, 'now'>
  /** The account in which SDO itself runs; customers' roles trust it. 12 digits. */
  platformAccountNumber: string
  log: Logger
}

/** When to look at the account again even if nothing is heard of it; nothing means no need to. */
export interface Outcome {
  requeueAfterSeconds?: number
}
