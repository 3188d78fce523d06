import { describe, expect, it } from 'vitest'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

const hour = 60 * 60_000
const fromEpoch = Date.UTC(2026, 10, 20, 6)

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

    itUnless(kinder.ignoresPolicies)('are not told to a role of an earlier template', async () => {
      const access = await harness().newAccount({ isEnvironmentHolder: false })
      const { metrics } = harness().cloud.account(access)
      await expectCloudError(
        metrics.sumCapacityUnits({ loadBalancerIds: ['x'], fromEpoch, untilEpoch: fromEpoch + hour }),
        'access-denied',
      )
    })
  })
}
