import {
  CloudWatchClient,
  type GetMetricDataInput,
  type GetMetricDataOutput,
} from '@aws-sdk/client-cloudwatch'
import { afterEach, expect, it } from 'vitest'
import { mostTargetGroups } from '../cloud'
import type { AwsClients } from './aws-clients'
import { createMetrics } from './metrics'

const minute = 60_000
const epoch = Date.UTC(2026, 10, 28, 7)
const clients: CloudWatchClient[] = []

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})

/** Metrics of a CloudWatch that gives these pages, and what it was asked. */
function buildMetrics(...pages: GetMetricDataOutput[]) {
  const cloudWatch = new CloudWatchClient({ region: 'us-east-1' })
  clients.push(cloudWatch)
  const asked: GetMetricDataInput[] = []
  cloudWatch.middlewareStack.add(
    () => (args) => {
      asked.push(args.input as GetMetricDataInput)
      const output = { $metadata: {}, ...pages[asked.length - 1] }
      return Promise.resolve({ output: output as never, response: {} })
    },
    { step: 'initialize' },
  )
  return { asked, metrics: createMetrics(() => Promise.resolve({ cloudWatch } as AwsClients)) }
}

const arn = (rest: string) => `arn:aws:elasticloadbalancing:us-east-1:123456789012:${rest}`
const target = (name: string) => ({
  loadBalancerId: arn('loadbalancer/app/shared/0123456789abcdef'),
  targetGroupId: arn(`targetgroup/${name}/0123456789abcdef`),
})
const time = { fromEpoch: epoch, untilEpoch: epoch + 15 * minute }
const at = (...minutes: number[]) => minutes.map((each) => new Date(epoch + each * minute))

it('requests are asked for as CloudWatch names them: the sums and percentiles of five minutes of a target group', async () => {
  const { metrics, asked } = buildMetrics({ MetricDataResults: [] })
  expect(await metrics.listRequests({ targetGroups: [target('shop')], ...time })).toEqual([])
  const queries = asked[0]?.MetricDataQueries ?? []
  expect(
    queries.map(({ MetricStat }) => [MetricStat?.Metric?.MetricName, MetricStat?.Stat, MetricStat?.Period]),
  ).toEqual([
    ['RequestCount', 'Sum', 300],
    ['HTTPCode_Target_5XX_Count', 'Sum', 300],
    ['TargetResponseTime', 'p50', 300],
    ['TargetResponseTime', 'p99', 300],
  ])
  for (const { MetricStat } of queries)
    expect(MetricStat?.Metric).toMatchObject({
      Namespace: 'AWS/ApplicationELB',
      Dimensions: [
        { Name: 'LoadBalancer', Value: 'app/shared/0123456789abcdef' },
        { Name: 'TargetGroup', Value: 'targetgroup/shop/0123456789abcdef' },
      ],
    })
})

it('requests of minutes are asked for alone: a metric for each target group', async () => {
  const { metrics, asked } = buildMetrics({
    MetricDataResults: [{ Id: 'requests_1', Timestamps: at(1), Values: [7] }],
  })
  const [shop, api] = [target('shop'), target('api')] as const
  expect(await metrics.countRequests({ targetGroups: [shop, api], ...time })).toEqual([
    { targetGroupId: api.targetGroupId, epoch: epoch + minute, requests: 7 },
  ])
  const queries = asked[0]?.MetricDataQueries ?? []
  expect(
    queries.map(({ Id, MetricStat }) => [
      Id,
      MetricStat?.Metric?.MetricName,
      MetricStat?.Stat,
      MetricStat?.Period,
    ]),
  ).toEqual([
    ['requests_0', 'RequestCount', 'Sum', 60],
    ['requests_1', 'RequestCount', 'Sum', 60],
  ])
})

it('figures of requests are put together of whatever parts they come in, latency in milliseconds', async () => {
  const { metrics, asked } = buildMetrics(
    {
      NextToken: 'more',
      MetricDataResults: [
        { Id: 'requests_0', Timestamps: at(0, 5), Values: [100, 50] },
        { Id: 'p50_0', Timestamps: at(0), Values: [0.012] },
        { Id: 'p99_0', Timestamps: at(0), Values: [1.25] },
        { Id: 'requests_1', Timestamps: at(0), Values: [7] },
      ],
    },
    {
      MetricDataResults: [
        { Id: 'requests_0', Timestamps: at(10), Values: [3] },
        { Id: 'errors_0', Timestamps: at(0), Values: [4] },
        { Id: 'errors_1', Timestamps: at(0), Values: [Number.NaN] },
        { Id: 'unknown', Timestamps: at(0), Values: [1] },
      ],
    },
  )
  const [shop, api] = [target('shop'), target('api')] as const
  const figures = await metrics.listRequests({ targetGroups: [shop, api], ...time })
  expect(asked).toHaveLength(2)
  const of = ({ targetGroupId }: typeof shop, minutes: number) => ({
    targetGroupId,
    epoch: epoch + minutes * minute,
  })
  expect(figures).toHaveLength(4)
  expect(figures).toEqual(
    expect.arrayContaining([
      { ...of(shop, 0), requests: 100, errors: 4, p50Ms: 12, p99Ms: 1250 },
      { ...of(shop, 5), requests: 50, errors: 0 },
      { ...of(shop, 10), requests: 3, errors: 0 },
      { ...of(api, 0), requests: 7, errors: 0 },
    ]),
  )
})

it('no more target groups are asked about than AWS takes in a call', async () => {
  const { metrics, asked } = buildMetrics({ MetricDataResults: [] })
  const targets = (count: number) => Array.from({ length: count }, (_, index) => target(`app-${index}`))
  await metrics.listRequests({ targetGroups: targets(mostTargetGroups), ...time })
  expect(asked[0]?.MetricDataQueries).toHaveLength(500)
  await expect(
    metrics.listRequests({ targetGroups: targets(mostTargetGroups + 1), ...time }),
  ).rejects.toThrow(RangeError)
})

it('a metric that CloudWatch cannot tell fails the call, and is not taken for one without requests', async () => {
  const { metrics } = buildMetrics({
    MetricDataResults: [
      { Id: 'requests_0', StatusCode: 'Complete', Timestamps: at(0), Values: [100] },
      { Id: 'requests_1', StatusCode: 'InternalError' },
    ],
  })
  const targetGroups = [target('shop'), target('api')]
  await expect(metrics.listRequests({ targetGroups, ...time })).rejects.toMatchObject({ kind: 'unavailable' })
})
