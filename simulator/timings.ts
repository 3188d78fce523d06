import type { Random } from './ids'

/** A time that is always the same, or differs each time between two. */
type Span = number | readonly [least: number, most: number]

/** A time out of `span`, in whole milliseconds. */
export const drawSpan = (span: Span, random: Random): number =>
  typeof span === 'number' ? span : Math.round(span[0] + random() * (span[1] - span[0]))

/** The longest time of a span, in milliseconds. */
export const longestOf = (span: Span): number => (typeof span === 'number' ? span : span[1])

/** How long things take in the simulated cloud, in milliseconds. */
export interface Timings {
  /** From a launch to the start of the agent. */
  bootMs: Span
  /** From `terminate` to terminated. */
  shutdownMs: number
  /** How long a terminated instance is still listed: about an hour in AWS. */
  terminatedVisibleMs: number
  loadBalancerProvisioningMs: number
  /** From a change of a listener's rule until requests are treated by it. */
  ruleLagMs: number
  /** From a change of records until every name server answers so. */
  recordSyncMs: number
  /** From when the records of a certificate answer until it is issued. */
  certificateIssuanceMs: number
  /** How long a certificate that no listener shows any more still counts as in use. */
  certificateReleaseMs: number
  /** How long a deleted load balancer still holds its subnets and security groups. */
  interfaceReleaseMs: number
  /** A new thing may be missing from lists for up to this long. */
  visibilityLagMs: number
  /** Seldom, a new thing is missing for longer, and so is an instance that is being terminated. Absent: never. */
  longAbsence?: LongAbsence
  /** Whether what is missing from lists cannot be used by its id either. */
  isUnusableUntilVisible: boolean
  /** For up to this long an instance is described as it was before it was terminated. */
  staleStateMs: number
  /** For up to this long, permissions by tag take a thing for what it was before it was tagged. */
  tagLagMs: number
  /** For up to this long a changed role does as before. */
  roleLagMs: number
  healthCheckIntervalMs: number
  /** Registering a target takes up to this long, and what its checks found is told up to as much later. */
  targetLagMs: number
  /** A new log group is not found for up to this long, and lines are there to be read after it. */
  logLagMs: number
  /** From a Spot warning to the end of the instance. */
  interruptionNoticeMs: number
  /** How long a received warning stays away before it comes again. */
  messageVisibilityMs: number
}

interface LongAbsence {
  /** From 0 to 1. */
  chance: number
  /** For up to this long, in milliseconds. */
  ms: number
}

/** Timings for a demo: brisk, and slow enough to be seen. */
export const defaultTimings: Timings = {
  bootMs: 500,
  shutdownMs: 500,
  terminatedVisibleMs: 3_600_000,
  loadBalancerProvisioningMs: 500,
  ruleLagMs: 0,
  recordSyncMs: 1000,
  certificateIssuanceMs: 1000,
  certificateReleaseMs: 0,
  interfaceReleaseMs: 1000,
  visibilityLagMs: 0,
  isUnusableUntilVisible: false,
  staleStateMs: 0,
  tagLagMs: 0,
  roleLagMs: 0,
  healthCheckIntervalMs: 1000,
  targetLagMs: 0,
  logLagMs: 0,
  interruptionNoticeMs: 120_000,
  messageVisibilityMs: 30_000,
}

/** Consecutive checks that make a target healthy or unhealthy. */
export const healthyThreshold = 2
export const unhealthyThreshold = 2
