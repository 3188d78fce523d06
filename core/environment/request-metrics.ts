import { charges } from '../charges/charges'

/** How often request metrics are read, and the time that each figure is of. */
export const requestMetricsSeconds = 300

/** What is read of the target group of an exposed port: each is a metric that AWS charges for, by its name in CloudWatch and its statistic. */
export const requestMetrics = {
  requests: { metric: 'RequestCount', stat: 'Sum' },
  errors: { metric: 'HTTPCode_Target_5XX_Count', stat: 'Sum' },
  p50: { metric: 'TargetResponseTime', stat: 'p50' },
  p99: { metric: 'TargetResponseTime', stat: 'p99' },
} as const
export type RequestMetric = keyof typeof requestMetrics
export const requestMetricNames = Object.keys(requestMetrics) as RequestMetric[]

/** How often requests alone are read of applications that are scaled by them, and the time that each number is of. */
export const requestCountSeconds = 60

/** USD an hour that AWS charges for reading request metrics of so many exposed ports. */
export const requestMetricsPerHour = (numPorts: number): number =>
  metricsPerHour(numPorts * requestMetricNames.length, requestMetricsSeconds)

/** So for scaling by their requests. */
export const requestCountsPerHour = (numPorts: number): number =>
  metricsPerHour(numPorts, requestCountSeconds)

const metricsPerHour = (numMetrics: number, seconds: number) =>
  numMetrics * (3600 / seconds) * charges.metricRead.usd

/** What went through a target group in `requestMetricsSeconds`, by the application that it leads to. */
export interface RequestSpan {
  environmentId: string
  applicationId: string
  /** The end of its ARN, which no other has. */
  targetGroup: string
  /** Where the time begins. */
  epoch: number
  requests: number
  errors: number
  p50Ms?: number
  p99Ms?: number
}

/** That all requests to environments were read of a time, also where there were none. */
export interface RequestsRead {
  environmentIds: readonly string[]
  fromEpoch: number
  untilEpoch: number
}
