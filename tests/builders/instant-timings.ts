import { defaultTimings, type Timings } from '../../simulator/timings'

/** Nothing takes any time that is not our own. */
export const instantTimings: Timings = {
  ...defaultTimings,
  bootMs: 0,
  shutdownMs: 0,
  loadBalancerProvisioningMs: 0,
  recordSyncMs: 0,
  certificateIssuanceMs: 0,
  interfaceReleaseMs: 0,
  healthCheckIntervalMs: 50,
}
