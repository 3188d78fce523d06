import { leftOuts, type LeftOut } from '../../../core/charges/left-out'
import type { Environment } from '../../../db/models/environment'

/** What AWS charges for an environment that is in no sum of its month. */
export function leavesOutOf({
  status,
  requestMetrics,
}: Pick<Environment, 'status' | 'requestMetrics'>): LeftOut[] {
  const metered = status?.metered
  const isLeftOut: Record<LeftOut, boolean> = {
    traffic: true,
    logs: !metered || Boolean(metered.lacksLogs),
    capacityUnits: metered?.capacityUnitHours === undefined || Boolean(metered.lacksCapacityUnits),
    requestMetrics: requestMetrics !== 'NONE' || Boolean(status?.scaling?.some((one) => one.countsRequests)),
  }
  return leftOuts.filter((one) => isLeftOut[one])
}
