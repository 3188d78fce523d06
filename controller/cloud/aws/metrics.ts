import {
  paginateGetMetricData,
  type MetricDataQuery,
  type MetricDataResult,
} from '@aws-sdk/client-cloudwatch'
import {
  requestCountSeconds,
  requestMetricNames,
  requestMetrics,
  requestMetricsSeconds,
  type RequestMetric,
} from '../../../core/environment/request-metrics'
import { CloudError, mostTargetGroups, type Metrics, type RequestFigures } from '../cloud'
import { everyItem } from './bounded-answers'
import type { ClientsOf } from './role-sessions'

const namespace = 'AWS/ApplicationELB'
const hourSeconds = 3600

/** As metrics name a load balancer: the end of its ARN. */
const dimensionOf = (arn: string): string => arn.replace(/^.*:loadbalancer\//, '')

/** So of a target group. */
const targetDimensionOf = (arn: string): string => arn.replace(/^.*:(?=targetgroup\/)/, '')

export const createMetrics = (clientsOf: ClientsOf): Metrics => ({
  async sumCapacityUnits({ loadBalancerIds, fromEpoch, untilEpoch }) {
    if (loadBalancerIds.length === 0) return 0
    const queries = loadBalancerIds.map((arn, index) => ({
      Id: `units${index}`,
      MetricStat: {
        Metric: {
          Namespace: namespace,
          MetricName: 'ConsumedLCUs',
          Dimensions: [{ Name: 'LoadBalancer', Value: dimensionOf(arn) }],
        },
        Period: hourSeconds,
        // Each minute has its part of the hour, so that an hour's sum is what is billed.
        Stat: 'Sum',
      },
    }))
    const results = await readMetrics(clientsOf, { fromEpoch, untilEpoch }, queries)
    return results.flatMap(({ Values = [] }) => Values).reduce((sum, units) => sum + units, 0)
  },

  async listRequests(input) {
    const found = await readRequests(clientsOf, input, requestMetricNames, requestMetricsSeconds)
    return toRequestFigures(found, input.targetGroups)
  },

  async countRequests(input) {
    const found = await readRequests(clientsOf, input, ['requests'], requestCountSeconds)
    return toRequestFigures(found, input.targetGroups).map(({ targetGroupId, epoch, requests }) => ({
      ...{ targetGroupId, epoch, requests },
    }))
  },
})

/** Reads metrics of target groups, each with its name and the index of its target group as id. */
async function readRequests(
  clientsOf: ClientsOf,
  { targetGroups, fromEpoch, untilEpoch }: Parameters<Metrics['listRequests']>[0],
  names: readonly RequestMetric[],
  seconds: number,
): Promise<MetricDataResult[]> {
  if (targetGroups.length === 0) return []
  if (targetGroups.length > mostTargetGroups) throw new RangeError('These are more than AWS takes at once.')
  const queries = targetGroups.flatMap((target, index) =>
    names.map((name) => ({
      Id: `${name}_${index}`,
      MetricStat: {
        Metric: {
          Namespace: namespace,
          MetricName: requestMetrics[name].metric,
          Dimensions: [
            { Name: 'LoadBalancer', Value: dimensionOf(target.loadBalancerId) },
            { Name: 'TargetGroup', Value: targetDimensionOf(target.targetGroupId) },
          ],
        },
        Period: seconds,
        Stat: requestMetrics[name].stat,
      },
    })),
  )
  return readMetrics(clientsOf, { fromEpoch, untilEpoch }, queries)
}

/**
 * What CloudWatch tells of a time; of a query maybe in parts.
 *
 * @throws CloudError `unavailable` where it could not answer one of them: nothing told is nothing measured
 */
async function readMetrics(
  clientsOf: ClientsOf,
  { fromEpoch, untilEpoch }: { fromEpoch: number; untilEpoch: number },
  queries: MetricDataQuery[],
): Promise<MetricDataResult[]> {
  const { cloudWatch } = await clientsOf()
  const asked = { StartTime: new Date(fromEpoch), EndTime: new Date(untilEpoch), MetricDataQueries: queries }
  const results = await everyItem(
    paginateGetMetricData({ client: cloudWatch }, asked),
    ({ MetricDataResults }) => MetricDataResults,
  )
  const failed = results.find(
    ({ StatusCode }) => StatusCode === 'InternalError' || StatusCode === 'Forbidden',
  )
  if (failed) throw new CloudError('unavailable', `CloudWatch does not answer: ${failed.StatusCode}`)
  return results
}

/** A figure for each target group and time that has requests. What comes in parts is put together. */
function toRequestFigures(
  results: MetricDataResult[],
  targetGroups: { targetGroupId: string }[],
): RequestFigures[] {
  const byTime = new Map<string, RequestFigures>()
  for (const { Id = '', Timestamps = [], Values = [] } of results) {
    const [name, index] = Id.split('_')
    const target = targetGroups[Number(index)]
    if (!target) continue
    Timestamps.forEach((time, position) => {
      const value = Values[position]
      if (value === undefined || !Number.isFinite(value)) return
      const epoch = time.getTime()
      const key = `${index} ${epoch}`
      const figures = byTime.get(key) ?? {
        targetGroupId: target.targetGroupId,
        epoch,
        requests: 0,
        errors: 0,
      }
      byTime.set(key, figures)
      if (name === 'requests' || name === 'errors') figures[name] = value
      // CloudWatch has seconds.
      if (name === 'p50') figures.p50Ms = value * 1000
      if (name === 'p99') figures.p99Ms = value * 1000
    })
  }
  return [...byTime.values()]
}
