import { requestMetricNames } from '../../../core/environment/request-metrics'

/** What AWS itself measures. Reading costs: 0.01 USD for 1,000 metrics. */
export interface Metrics {
  /**
   * LCU-hours of load balancers between two whole hours, together: what AWS bills them for beside their own hours. One that is gone still
   * counts, and one of which nothing was measured counts 0. At most 500 at once.
   */
  sumCapacityUnits(input: {
    /** ARNs. */
    loadBalancerIds: string[]
    fromEpoch: number
    untilEpoch: number
  }): Promise<number>
  /**
   * What went through target groups between two times, by whole `requestMetricsSeconds`. None of a time without requests. Each target group
   * is four metrics. At most `mostTargetGroups` at once.
   */
  listRequests(input: {
    targetGroups: TargetGroupOfLoadBalancer[]
    fromEpoch: number
    untilEpoch: number
  }): Promise<RequestFigures[]>
  /**
   * How many requests went through target groups between two times, by whole `requestCountSeconds`. None of a time without requests, nor of one
   * that CloudWatch has yet to hear of. Each target group is a metric. At most `mostTargetGroups` at once.
   */
  countRequests(input: {
    targetGroups: TargetGroupOfLoadBalancer[]
    fromEpoch: number
    untilEpoch: number
  }): Promise<RequestCount[]>
}

/** AWS takes 500 queries in a call. */
export const mostTargetGroups = Math.floor(500 / requestMetricNames.length)

export interface TargetGroupOfLoadBalancer {
  /** ARNs. */
  loadBalancerId: string
  targetGroupId: string
}

/** How many requests went through a target group in a time. */
export interface RequestCount {
  targetGroupId: string
  /** Where the time begins. */
  epoch: number
  requests: number
}

/** What went through a target group in a time. */
export interface RequestFigures extends RequestCount {
  /** Answers of targets with 5xx. */
  errors: number
  /** Until a target began its answer, in milliseconds; absent where none answered. */
  p50Ms?: number
  p99Ms?: number
}
