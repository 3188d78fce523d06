import { describe, expect, it } from 'vitest'
import type { CloudHarness } from './harness'

export function describeOfferings(harness: () => CloudHarness): void {
  describe('offerings', () => {
    it('lists both markets in zones where instances may run, each pool once, with size and price', async () => {
      const account = harness().cloud.account(await harness().newAccount())
      const offerings = await account.offerings.list()
      const zones = (await account.network.listZones()).map(({ name }) => name)
      expect(new Set(offerings.map(({ market }) => market))).toEqual(new Set(['spot', 'on-demand']))
      const pools = offerings.map(({ instanceType, zone, market }) => `${instanceType} ${zone} ${market}`)
      expect(new Set(pools).size).toBe(pools.length)
      for (const offering of offerings) {
        expect(zones).toContain(offering.zone)
        expect(offering.pricePerHour).toBeGreaterThan(0)
        expect(offering.vcpu).toBeGreaterThan(0)
        expect(offering.memoryMib).toBeGreaterThanOrEqual(512)
        expect(offering.penalty).toBeGreaterThanOrEqual(0)
      }
      expect(offerings).toContainEqual(
        expect.objectContaining({
          instanceType: 'c6g.medium',
          market: 'on-demand',
          vcpu: 1,
          memoryMib: 2048,
        }),
      )
    })
  })
}
