import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { hourMilliseconds as hour, minuteMilliseconds as minute } from '../../../core/time/durations'
import type { RequestSpan } from '../../../core/environment/request-metrics'
import { silentLogger } from '../../../core/logging/logger'
import { Environment } from '../../../db/models/environment'
import { keepRequests } from '../../../db/queries/request-spans'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildVersion } from '../../../tests/builders/team-rows'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { cleanOut } from '../clean-out/clean-out'
import { retention } from '../retention'
import type { UsageRange } from './usage-views'

const database = useTestDatabase()
let bench: Awaited<ReturnType<typeof buildOverviewBench>>
/** Where the last quarter hour began that is over. */
let begin: number

beforeEach(async () => {
  bench = await buildOverviewBench(database.sequelize)
  begin = (Math.floor(bench.clock.now() / (15 * minute)) - 1) * 15 * minute
  await buildDeployment(
    bench.environment,
    [await buildVersion(bench.application)],
    undefined,
    new Date(begin - hour),
  )
  await expose()
  await choose('CLOUDWATCH')
})

const expose = (changes: Parameters<typeof buildEnvironmentStatus>[0] = {}) =>
  Environment.update(
    {
      status: buildEnvironmentStatus({
        loadBalancers: [{ applicationId: bench.application.id, port: 80 }],
        ...changes,
      }),
    },
    { where: { id: bench.id } },
  )
const choose = (value: 'CLOUDWATCH' | 'NONE') =>
  bench.environments.setEnvironmentChoice(bench.team.member, { id: bench.id, name: 'requestMetrics', value })
const span = (minutes: number, more: Partial<RequestSpan> = {}): RequestSpan => ({
  ...{
    environmentId: bench.id,
    applicationId: bench.application.id,
    targetGroup: 'a',
    epoch: begin + minutes * minute,
  },
  ...{ requests: 100, errors: 0, p50Ms: 10, p99Ms: 50 },
  ...more,
})
const keep = (...spans: RequestSpan[]) => keepRequests(database.sequelize, spans)
async function read(range: UsageRange = '6h') {
  const { applications } = await bench.usage.getEnvironmentUsage(bench.team.member, { id: bench.id, range })
  return applications[0]?.requests
}

describe('requests to an application', () => {
  it('are told by time, through all its ports, in its environment and on its own page', async () => {
    await keep(span(0), span(0, { targetGroup: 'b', requests: 300, errors: 4, p50Ms: 30, p99Ms: 400 }))
    await keep(span(5, { p50Ms: undefined, p99Ms: undefined }), span(5, { applicationId: randomUUID() }))
    const expected = {
      ...{ seconds: 300, isRefused: false },
      points: [
        { epoch: begin, requests: 400, errors: 4, p50Ms: 25, p99Ms: 400 },
        { epoch: begin + 5 * minute, requests: 100, errors: 0 },
      ],
    }
    expect(await read()).toEqual(expected)
    const { environments } = await bench.usage.getApplicationUsage(bench.team.member, {
      ...{ id: bench.application.id, range: '6h' },
    })
    expect(environments[0]?.requests).toEqual(expected)
  })

  it('are summed over longer times, with the highest p99 and the mean of medians by requests', async () => {
    await keep(
      span(0),
      span(5, { requests: 300, errors: 8, p50Ms: 30, p99Ms: 90 }),
      span(10, { requests: 0, p50Ms: undefined, p99Ms: undefined }),
    )
    expect(await read('24h')).toMatchObject({
      seconds: 900,
      points: [{ epoch: begin, requests: 400, errors: 8, p50Ms: 25, p99Ms: 90 }],
    })
  })

  it('are corrected by what AWS tells later, and kept once', async () => {
    await keep(span(0, { requests: 1 }))
    await keep(span(0, { requests: 5, p99Ms: 70 }))
    expect((await read())?.points).toMatchObject([{ requests: 5, p99Ms: 70 }])
  })

  it('of an environment that is gone are not kept, and stop those of others in nothing', async () => {
    await keep(span(0, { environmentId: randomUUID() }), span(0))
    expect((await read())?.points).toHaveLength(1)
  })

  it('are not told where they are off, or no port is exposed', async () => {
    await keep(span(0))
    await choose('NONE')
    expect(await read()).toBeUndefined()
    await choose('CLOUDWATCH')
    await expose({ loadBalancers: [] })
    expect(await read()).toBeUndefined()
  })

  it('say that a role of an earlier template may not read them', async () => {
    await expose({ metered: { epoch: 1, logBytes: 0, lacksCapacityUnits: true } })
    expect(await read()).toEqual({ seconds: 300, isRefused: true, points: [] })
  })

  it('go when they are past their retention', async () => {
    const { milliseconds } = retention.requestSpans
    await keep(span(0), span(5))
    const clean = (epoch: number) =>
      cleanOut({
        sequelize: database.sequelize,
        log: silentLogger,
        clock: new VirtualClock(epoch),
      })
    await clean(begin + 5 * minute + milliseconds)
    expect((await read())?.points.map(({ epoch }) => epoch)).toEqual([begin + 5 * minute])
  })
})

it('cost 0.35 USD a month for each exposed port once they are on, which the choice says', async () => {
  const { requestMetricsOptions } = await bench.environments.getEnvironment(bench.team.member, bench.id)
  expect(
    requestMetricsOptions.map(({ requestMetrics, selected, metricsPerHour }) => [
      requestMetrics,
      selected,
      Math.round((metricsPerHour ?? 0) * 730 * 1e4) / 1e4,
    ]),
  ).toEqual([
    ['NONE', false, 0],
    ['CLOUDWATCH', true, 0.3504],
  ])
})
