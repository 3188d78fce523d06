/** How long things take in the simulated cloud, in milliseconds. */
export interface Timings {
  /** From a launch to the start of the agent. */
  bootMs: number
  /** From `terminate` to terminated. */
  shutdownMs: number
  /** How long a terminated instance is still listed: about an hour in AWS. */
  terminatedVisibleMs: number
  loadBalancerProvisioningMs: number
  /** From a change of records until every name server answers so. */
  recordSyncMs: number
  /** From when the records of a certificate answer until it is issued. */
  certificateIssuanceMs: number
  /** How long a deleted load balancer still holds its subnets and security groups. */
  interfaceReleaseMs: number
  /** A new thing may be missing from lists for up to this long. */
  visibilityLagMs: number
  healthCheckIntervalMs: number
  /** From a Spot warning to the end of the instance. */
  interruptionNoticeMs: number
  /** How long a received warning stays away before it comes again. */
  messageVisibilityMs: number
}

/** Timings for a demo: brisk, and slow enough to be seen. */
export const defaultTimings: Timings = {
  bootMs: 500,
  shutdownMs: 500,
  terminatedVisibleMs: 3_600_000,
  loadBalancerProvisioningMs: 500,
  recordSyncMs: 1000,
  certificateIssuanceMs: 1000,
  interfaceReleaseMs: 1000,
  visibilityLagMs: 0,
  healthCheckIntervalMs: 1000,
  interruptionNoticeMs: 120_000,
  messageVisibilityMs: 30_000,
}

/** Consecutive checks that make a target healthy or unhealthy. */
export const healthyThreshold = 2
export const unhealthyThreshold = 2
