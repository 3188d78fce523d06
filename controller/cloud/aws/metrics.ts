import { paginateGetMetricData } from '@aws-sdk/client-cloudwatch'
import type { Metrics } from '../cloud'
import { everyItem } from './bounded-answers'
import type { ClientsOf } from './role-sessions'

const hourSeconds = 3600

/** As metrics name a load balancer: the end of its ARN. */
const dimensionOf = (arn: string): string => arn.replace(/^.*:loadbalancer\//, '')

export const createMetrics = (clientsOf: ClientsOf): Metrics => ({
  async sumCapacityUnits({ loadBalancerIds, fromEpoch, untilEpoch }) {
    if (loadBalancerIds.length === 0) return 0
    const { cloudWatch } = await clientsOf()
    const results = await everyItem(
      paginateGetMetricData(
        { client: cloudWatch },
        {
          StartTime: new Date(fromEpoch),
          EndTime: new Date(untilEpoch),
          MetricDataQueries: loadBalancerIds.map((arn, index) => ({
            Id: `units${index}`,
            MetricStat: {
              Metric: {
                Namespace: 'AWS/ApplicationELB',
                MetricName: 'ConsumedLCUs',
                Dimensions: [{ Name: 'LoadBalancer', Value: dimensionOf(arn) }],
              },
              Period: hourSeconds,
              // Each minute has its part of the hour, so that an hour's sum is what is billed.
              Stat: 'Sum',
            },
          })),
        },
      ),
      ({ MetricDataResults }) => MetricDataResults,
    )
    return results.flatMap(({ Values = [] }) => Values).reduce((sum, units) => sum + units, 0)
  },
})
