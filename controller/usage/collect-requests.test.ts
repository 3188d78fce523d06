import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { hourMilliseconds as hour, minuteMilliseconds as minute } from '../../core/time/durations'
import type { RequestSpan, RequestsRead } from '../../core/environment/request-metrics'
import { buildEnvironmentStatus } from '../../tests/builders/resource-status'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { CloudError, mostTargetGroups, type Metrics, type RequestFigures } from '../cloud/cloud'
import { collectRequests } from './collect-requests'

type Asked = Parameters<Metrics['listRequests']>[0] & { account: string }

let clock: VirtualClock
let stopping: AbortController
let asked: Asked[]
let kept: RequestSpan[]
let reads: RequestsRead[]
let refusing: Set<string>
let isDatabaseAway: boolean

beforeEach(() => {
  clock = new VirtualClock()
  stopping = new AbortController()
  asked = []
  kept = []
  reads = []
  refusing = new Set()
  isDatabaseAway = false
})
afterEach(() => stopping.abort())

const arn = (kind: string, name: string) =>
  `arn:aws:elasticloadbalancing:us-east-1:1:${kind}/${name}/${name}-id`

function buildEnvironment(
  name: string,
  awsAccount: string,
  applications: string[],
  requestMetrics?: 'CLOUDWATCH' | 'NONE',
  { isComplete = false } = {},
) {
  const loadBalancers = applications.map((applicationId) => ({
    ...{ applicationId, port: 80, generation: 1, loadBalancerId: arn('loadbalancer/app', name) },
    targetGroupId: arn('targetgroup', applicationId),
  }))
  const unmade = { applicationId: 'unmade', port: 80, generation: 1 }
  const status = buildEnvironmentStatus({
    loadBalancers: [...loadBalancers, ...(isComplete ? [] : [unmade])],
  })
  return { metadata: { name }, spec: { awsAccount, requestMetrics }, status }
}

function collect(...environments: ReturnType<typeof buildEnvironment>[]): void {
  void collectRequests(
    {
      environments: () => environments,
      accessOf: (name) => (name === 'gone' ? undefined : { accountNumber: name, externalId: 'x' }),
      metricsOf: ({ accountNumber }) => ({
        async listRequests(input) {
          asked.push({ ...input, account: accountNumber })
          if (refusing.has(accountNumber)) throw new CloudError('access-denied', 'Not authorized')
          return input.targetGroups.map(({ targetGroupId }): RequestFigures => ({
            ...{ targetGroupId, epoch: input.untilEpoch - 5 * minute, requests: 10, errors: 1, p50Ms: 12 },
          }))
        },
      }),
      async keep(spans) {
        if (isDatabaseAway) throw new Error('away')
        kept.push(...spans)
      },
      async keepRead(read) {
        reads.push(read)
      },
      clock,
      log: silentLogger,
    },
    stopping.signal,
  )
}

const accountsAsked = () => asked.map(({ account }) => account)

describe('request metrics', () => {
  it('are read where they are on alone, of all environments of an account in one call', async () => {
    collect(
      buildEnvironment('one', 'a', ['shop', 'api'], 'CLOUDWATCH'),
      buildEnvironment('two', 'a', ['worker'], 'CLOUDWATCH'),
      buildEnvironment('off', 'a', ['hidden'], 'NONE'),
      buildEnvironment('default', 'b', ['other']),
      buildEnvironment('lost', 'gone', ['lost'], 'CLOUDWATCH'),
    )
    await clock.advance(0)
    expect(accountsAsked()).toEqual(['a'])
    expect(
      kept.map(({ environmentId, applicationId, targetGroup }) => [
        environmentId,
        applicationId,
        targetGroup,
      ]),
    ).toEqual([
      ['one', 'shop', 'shop-id'],
      ['one', 'api', 'api-id'],
      ['two', 'worker', 'worker-id'],
    ])
    expect(kept[0]).toMatchObject({ requests: 10, errors: 1, p50Ms: 12 })
  })

  it('are of whole five minutes that are settled, read again while AWS may tell more, and once each five minutes', async () => {
    collect(buildEnvironment('one', 'a', ['shop'], 'CLOUDWATCH'))
    await clock.advance(0)
    const [first] = asked
    expect((first?.untilEpoch ?? 1) % (5 * minute)).toBe(0)
    expect(clock.now() - (first?.untilEpoch ?? 0)).toBeGreaterThanOrEqual(2 * minute)
    expect((first?.untilEpoch ?? 0) - (first?.fromEpoch ?? 0)).toBe(3 * hour)
    await clock.advance(hour)
    expect(asked).toHaveLength(13)
    expect((asked[1]?.untilEpoch ?? 0) - (first?.untilEpoch ?? 0)).toBe(5 * minute)
    expect((asked[1]?.untilEpoch ?? 0) - (asked[1]?.fromEpoch ?? 0)).toBe(15 * minute)
  })

  it('of an account that refuses are missed by no other account, and made up for once it does not', async () => {
    refusing.add('a')
    collect(
      buildEnvironment('one', 'a', ['shop'], 'CLOUDWATCH'),
      buildEnvironment('two', 'b', ['api'], 'CLOUDWATCH'),
    )
    await clock.advance(30 * minute)
    expect(new Set(kept.map(({ applicationId }) => applicationId))).toEqual(new Set(['api']))
    refusing.clear()
    await clock.advance(5 * minute)
    expect(kept.some(({ applicationId }) => applicationId === 'shop')).toBe(true)
    const last = asked.findLast(({ account }) => account === 'a')
    expect((last?.untilEpoch ?? 0) - (last?.fromEpoch ?? 0)).toBe(3 * hour)
  })

  it('that could not be kept are read again', async () => {
    isDatabaseAway = true
    collect(buildEnvironment('one', 'a', ['shop'], 'CLOUDWATCH'))
    await clock.advance(0)
    isDatabaseAway = false
    await clock.advance(5 * minute)
    const last = asked.at(-1)
    expect((last?.untilEpoch ?? 0) - (last?.fromEpoch ?? 0)).toBe(3 * hour)
    expect(kept).toHaveLength(1)
  })

  it('are read of as many target groups at once as AWS takes, and of each once', async () => {
    const many = Array.from({ length: mostTargetGroups + 1 }, (_, index) => `app-${index}`)
    collect(buildEnvironment('one', 'a', many, 'CLOUDWATCH'))
    await clock.advance(0)
    expect(asked.map(({ targetGroups }) => targetGroups.length)).toEqual([mostTargetGroups, 1])
    expect(kept).toHaveLength(many.length)
  })

  it('are said to be known of all the time that was read, of environments whose ports are all there', async () => {
    refusing.add('a')
    collect(
      buildEnvironment('one', 'a', ['shop'], 'CLOUDWATCH', { isComplete: true }),
      buildEnvironment('none', 'a', [], 'CLOUDWATCH', { isComplete: true }),
      buildEnvironment('unmade', 'a', ['api'], 'CLOUDWATCH'),
      buildEnvironment('off', 'a', ['hidden'], 'NONE', { isComplete: true }),
    )
    await clock.advance(0)
    expect(reads).toEqual([])
    refusing.clear()
    await clock.advance(5 * minute)
    const [{ fromEpoch, untilEpoch } = { fromEpoch: 0, untilEpoch: 0 }] = asked.slice(1)
    expect(reads).toEqual([{ environmentIds: ['one', 'none'], fromEpoch, untilEpoch }])
  })
})
