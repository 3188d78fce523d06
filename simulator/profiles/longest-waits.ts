import { healthyThreshold, longestOf } from '../timings'
import type { Profile } from './profile'

/** How late AWS can tell, in milliseconds, that a target is healthy that was so when it was registered. */
export const longestHealthMs = ({ timings }: Profile): number =>
  healthyThreshold * timings.healthCheckIntervalMs + 2 * timings.targetLagMs

/** How long AWS can deny what was made in accounts of a profile, in milliseconds. */
export const longestUnseenMs = ({ timings }: Profile): number =>
  Math.max(timings.visibilityLagMs, timings.longAbsence?.ms ?? 0, timings.logLagMs)

/**
 * How long it takes in accounts of a profile until each thing that is waited for has come once, each as late as it can, in seconds: a boot, a load
 * balancer, a certificate with its records, an end, and all that is late to be seen.
 */
export function longestWaits(profile: Profile): number {
  const { timings } = profile
  const milliseconds = [
    longestOf(timings.bootMs),
    timings.shutdownMs,
    timings.loadBalancerProvisioningMs,
    timings.recordSyncMs,
    timings.certificateIssuanceMs,
    timings.certificateReleaseMs,
    timings.interfaceReleaseMs,
    timings.visibilityLagMs,
    timings.longAbsence?.ms ?? 0,
    timings.staleStateMs,
    longestHealthMs(profile),
    timings.logLagMs,
    timings.tagLagMs,
    timings.roleLagMs,
  ]
  return Math.ceil(milliseconds.reduce((sum, ms) => sum + ms, 0) / 1000)
}
