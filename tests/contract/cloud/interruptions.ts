import { describe, expect, it } from 'vitest'
import type { CloudHarness } from './harness'

export function describeInterruptions(harness: () => CloudHarness): void {
  describe('interruptions', () => {
    it('subscribes and unsubscribes any number of times', async () => {
      const { interruptions } = harness().cloud.account(await harness().newAccount())
      for (let time = 0; time < 2; time++) await interruptions.ensureSubscription()
      expect(await interruptions.receive()).toEqual([])
      await interruptions.acknowledge([])
      for (let time = 0; time < 2; time++) await interruptions.removeSubscription()
    })
  })
}
