import { CloudWatchClient, PutMetricDataCommand, type MetricDatum } from '@aws-sdk/client-cloudwatch'
import { region } from '../../core/aws/region'
import type { ServedRequests } from '../../simulator/state'
import { enterAccount } from './install-stack'

/** Writes into CloudWatch what AWS itself would of a load balancer. */
export const putConsumed = (
  endpoint: string,
  accountNumber: string,
  { id, epoch, units }: { id: string; epoch: number; units: number },
): Promise<void> =>
  putMetrics(endpoint, accountNumber, [
    {
      MetricName: 'ConsumedLCUs',
      Dimensions: [{ Name: 'LoadBalancer', Value: afterColon(id, 'loadbalancer/') }],
      Timestamp: new Date(epoch),
      Value: units,
    },
  ])

/** The same of a target group, without how long its answers took: moto fails at percentiles. */
export function putServed(
  endpoint: string,
  accountNumber: string,
  { loadBalancerId, targetGroupId, epoch, count, isError = false }: ServedRequests,
): Promise<void> {
  const of = {
    // Moto compares them in their order.
    Dimensions: [
      { Name: 'LoadBalancer', Value: afterColon(loadBalancerId, 'loadbalancer/') },
      { Name: 'TargetGroup', Value: `targetgroup/${afterColon(targetGroupId, 'targetgroup/')}` },
    ],
    Timestamp: new Date(epoch),
  }
  return putMetrics(endpoint, accountNumber, [
    { ...of, MetricName: 'RequestCount', Value: count },
    ...(isError ? [{ ...of, MetricName: 'HTTPCode_Target_5XX_Count', Value: count }] : []),
  ])
}

const afterColon = (arn: string, kind: string) => arn.split(`:${kind}`)[1]

async function putMetrics(endpoint: string, accountNumber: string, data: MetricDatum[]): Promise<void> {
  const credentials = await enterAccount(endpoint, accountNumber)
  const cloudWatch = new CloudWatchClient({ region, endpoint, credentials })
  try {
    await cloudWatch.send(new PutMetricDataCommand({ Namespace: 'AWS/ApplicationELB', MetricData: data }))
  } finally {
    cloudWatch.destroy()
  }
}
