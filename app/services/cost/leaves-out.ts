import { leftOutOfBills } from '../../../core/charges/charges'
import type { EnvironmentStatus } from '../../../core/resources/environment'

export type LeftOut = (typeof leftOutOfBills)[number]

/** What AWS charges for an environment that is in no sum of its month: what is never measured, and what its agents cannot tell. */
export const leavesOutOf = (status: Pick<EnvironmentStatus, 'metered'> | null | undefined): LeftOut[] =>
  leftOutOfBills.filter((one) => one !== 'logs' || !status?.metered || status.metered.lacksLogs)
