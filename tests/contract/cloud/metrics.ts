import { describe, expect, it } from 'vitest'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

const hour = 60 * 60_000
const fromEpoch = Date.UTC(2026, 10, 20, 6)

const arnOf = ({ accountNumber }: { accountNumber: string }, name: string) =>
  `arn:aws:elasticloadbalancing:us-east-1:${accountNumber}:${name}/0123456789abcdef`

export function describeMetrics(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('metrics', () => {
    it('tell what load balancers consumed between two hours, together, and of none nothing', async () => {
      const access = await harness().newAccount()
      const { metrics } = harness().cloud.account(access)
      const arn = (name: string) =>
        `arn:aws:elasticloadbalancing:us-east-1:${access.accountNumber}:loadbalancer/app/${name}/0123456789abcdef`
      const consume = (name: string, minutes: number, units: number) =>
        harness().consumeCapacity(access.accountNumber, {
          ...{ id: arn(name), epoch: fromEpoch + minutes * 60_000, units },
        })
      await consume('one', -1, 100)
      await consume('one', 0, 0.5)
      await consume('one', 119, 0.25)
      await consume('other', 30, 2)
      await consume('one', 120, 100)
      await consume('third', 30, 100)
      const sumOf = (...names: string[]) =>
        metrics.sumCapacityUnits({
          ...{ loadBalancerIds: names.map(arn), fromEpoch, untilEpoch: fromEpoch + 2 * hour },
        })
      expect(await sumOf('one')).toBeCloseTo(0.75, 9)
      expect(await sumOf('one', 'other', 'silent')).toBeCloseTo(2.75, 9)
      expect(await sumOf('silent')).toBe(0)
      expect(await sumOf()).toBe(0)
    })

    it('tell what went through target groups by whole five minutes, and nothing of a time without requests', async () => {
      const access = await harness().newAccount()
      const { metrics } = harness().cloud.account(access)
      const loadBalancerId = arnOf(access, 'loadbalancer/app/shared')
      const [shop, api] = ['shop', 'api'].map((name) => arnOf(access, `targetgroup/${name}`)) as [
        string,
        string,
      ]
      const serve = (targetGroupId: string, minutes: number, count: number, more: object = {}) =>
        harness().serveRequests(access.accountNumber, {
          ...{ loadBalancerId, targetGroupId, count, milliseconds: 20, ...more },
          epoch: fromEpoch + minutes * 60_000,
        })
      await serve(shop, -1, 100)
      await serve(shop, 0, 90)
      await serve(shop, 4, 10, { milliseconds: 400, isError: true })
      await serve(api, 5, 7)
      await serve(api, 15, 100)
      const listed = await metrics.listRequests({
        targetGroups: [shop, api, arnOf(access, 'targetgroup/idle')].map((targetGroupId) => ({
          loadBalancerId,
          targetGroupId,
        })),
        ...{ fromEpoch, untilEpoch: fromEpoch + 15 * 60_000 },
      })
      expect(listed.toSorted((one, other) => one.epoch - other.epoch)).toMatchObject([
        { targetGroupId: shop, epoch: fromEpoch, requests: 100, errors: 10 },
        { targetGroupId: api, epoch: fromEpoch + 5 * 60_000, requests: 7, errors: 0 },
      ])
      if (!kinder.lacksPercentiles)
        expect(listed).toContainEqual(expect.objectContaining({ targetGroupId: shop, p50Ms: 20, p99Ms: 400 }))
      expect(await metrics.listRequests({ targetGroups: [], fromEpoch, untilEpoch: fromEpoch })).toEqual([])
    })

    it('count the requests of target groups by whole minutes, and nothing of one without', async () => {
      const access = await harness().newAccount()
      const { metrics } = harness().cloud.account(access)
      const loadBalancerId = arnOf(access, 'loadbalancer/app/counted')
      const targetGroupId = arnOf(access, 'targetgroup/counted')
      for (const [seconds, count] of [
        [-1, 100],
        [0, 20],
        [59, 5],
        [120, 7],
        [180, 100],
      ] as const)
        await harness().serveRequests(access.accountNumber, {
          ...{ loadBalancerId, targetGroupId, count, milliseconds: 20 },
          epoch: fromEpoch + seconds * 1000,
        })
      const time = { fromEpoch, untilEpoch: fromEpoch + 3 * 60_000 }
      const counted = await metrics.countRequests({
        targetGroups: [
          { loadBalancerId, targetGroupId },
          { loadBalancerId, targetGroupId: arnOf(access, 'targetgroup/idle') },
        ],
        ...time,
      })
      expect(counted.toSorted((one, other) => one.epoch - other.epoch)).toEqual([
        { targetGroupId, epoch: fromEpoch, requests: 25 },
        { targetGroupId, epoch: fromEpoch + 2 * 60_000, requests: 7 },
      ])
      expect(await metrics.countRequests({ targetGroups: [], ...time })).toEqual([])
    })

    itUnless(kinder.ignoresPolicies)('are not told to a role of an earlier template', async () => {
      const access = await harness().newAccount({ isEnvironmentHolder: false })
      const { metrics } = harness().cloud.account(access)
      await expectCloudError(
        metrics.sumCapacityUnits({ loadBalancerIds: ['x'], fromEpoch, untilEpoch: fromEpoch + hour }),
        'access-denied',
      )
      const targetGroups = [{ loadBalancerId: 'x', targetGroupId: 'y' }]
      await expectCloudError(
        metrics.listRequests({ targetGroups, fromEpoch, untilEpoch: fromEpoch + hour }),
        'access-denied',
      )
      await expectCloudError(
        metrics.countRequests({ targetGroups, fromEpoch, untilEpoch: fromEpoch + hour }),
        'access-denied',
      )
    })
  })
}
