import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { CloudError, mostTargetGroups, type Metrics } from '../../cloud/cloud'
import type { Work } from '../concern'
import { Moment } from '../rest/moment'
import { RecentRequests } from './recent-requests'

const minute = 60_000
/** Five seconds after a whole minute. */
const began = 1_000 * minute + 5_000

let asked: Parameters<Metrics['countRequests']>[0][]
let isRefusing: boolean
let recent: RecentRequests

beforeEach(() => {
  asked = []
  isRefusing = false
  recent = new RecentRequests()
})

/** Asks at a time for `ids`, of an environment whose applications have so many target groups each. Each had ten requests in the last whole minute. */
function read(now: number, numPorts: Record<string, number>, ids = Object.keys(numPorts)): Promise<void> {
  const loadBalancers = Object.entries(numPorts).flatMap(([applicationId, count]) =>
    Array.from({ length: count }, (_, port) => ({
      ...{ applicationId, port, generation: 1, loadBalancerId: 'balancer' },
      targetGroupId: `${applicationId}-${port}`,
    })),
  )
  const metrics: Pick<Metrics, 'countRequests'> = {
    countRequests(input) {
      asked.push(input)
      if (isRefusing) return Promise.reject(new CloudError('throttled', 'Rate exceeded'))
      const epoch = input.untilEpoch - 3 * minute
      return Promise.resolve(
        input.targetGroups.map(({ targetGroupId }) => ({ targetGroupId, epoch, requests: 10 })),
      )
    },
  }
  const unmade = { applicationId: 'new', port: 80, generation: 1 }
  const work = {
    pass: { now, moment: new Moment(now), account: { metrics }, dependencies: { log: silentLogger } },
    draft: { status: buildEnvironmentStatus({ loadBalancers: [...loadBalancers, unmade] }) },
  }
  return recent.read(work as unknown as Work, new Set(ids))
}

const lastOf = (applicationId: string) => recent.of(applicationId, 2).at(-2)

describe('requests of applications', () => {
  it('are those of all their ports together, and nothing is asked of others', async () => {
    await read(began, { shop: 3, api: 1, other: 1 }, ['shop', 'api', 'new'])
    expect(asked.flatMap(({ targetGroups }) => targetGroups.map((one) => one.targetGroupId))).toEqual([
      ...['shop-0', 'shop-1', 'shop-2', 'api-0'],
    ])
    expect(lastOf('shop')).toMatchObject({ least: 30, most: 30, used: 15 })
    expect(lastOf('api')).toMatchObject({ least: 10 })
    for (const unknown of ['other', 'new']) expect(recent.of(unknown, 2)).toEqual([])
  })

  it('are asked for once a minute, each time of all that anybody decides by', async () => {
    for (let at = began; at < began + 10 * minute; at += 10_000) await read(at, { shop: 1 })
    expect(asked).toHaveLength(10)
    for (const { fromEpoch, untilEpoch } of asked) expect(untilEpoch - fromEpoch).toBe(25 * minute)
  })

  it('are asked for again soon after a refusal, and what was known is kept meanwhile', async () => {
    await read(began, { shop: 1 })
    isRefusing = true
    for (let at = began + minute; at < began + 2 * minute; at += 5_000) await read(at, { shop: 1 })
    expect(asked).toHaveLength(1 + 4)
    expect(lastOf('shop')).toMatchObject({ least: 10 })
    expect(recent.refusal?.kind).toBe('throttled')
    isRefusing = false
    await read(began + 2 * minute, { shop: 1 })
    expect(recent.refusal).toBeUndefined()
  })

  it('are asked for in as many calls as AWS needs', async () => {
    await read(began, { shop: mostTargetGroups + 1 })
    expect(asked.map(({ targetGroups }) => targetGroups.length)).toEqual([mostTargetGroups, 1])
    expect(lastOf('shop')).toMatchObject({ least: 10 * (mostTargetGroups + 1) })
  })
})
