import { leftOuts, type LeftOut } from '../../../core/charges/left-out'
import type { EnvironmentStatus } from '../../../core/resources/environment'

/** What AWS charges for an environment that is in no sum of its month. */
export function leavesOutOf(status: Pick<EnvironmentStatus, 'metered'> | null | undefined): LeftOut[] {
  const metered = status?.metered
  const isLeftOut: Record<LeftOut, boolean> = {
    traffic: true,
    logs: !metered || Boolean(metered.lacksLogs),
    capacityUnits: metered?.capacityUnitHours === undefined || Boolean(metered.lacksCapacityUnits),
  }
  return leftOuts.filter((one) => isLeftOut[one])
}
