import { CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { region } from '../../core/aws/region'
import { enterAccount } from './install-stack'

/** Writes into CloudWatch what AWS itself would of a load balancer. */
export async function putConsumed(
  endpoint: string,
  accountNumber: string,
  { id, epoch, units }: { id: string; epoch: number; units: number },
): Promise<void> {
  const credentials = await enterAccount(endpoint, accountNumber)
  const cloudWatch = new CloudWatchClient({ region, endpoint, credentials })
  try {
    const [, name] = id.split(':loadbalancer/')
    await cloudWatch.send(
      new PutMetricDataCommand({
        Namespace: 'AWS/ApplicationELB',
        MetricData: [
          {
            MetricName: 'ConsumedLCUs',
            Dimensions: [{ Name: 'LoadBalancer', Value: name }],
            Timestamp: new Date(epoch),
            Value: units,
          },
        ],
      }),
    )
  } finally {
    cloudWatch.destroy()
  }
}
