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

    it('says of a queue that is not there that it is not there', async () => {
      const { interruptions } = harness().cloud.account(await harness().newAccount())
      await expect(interruptions.receive()).rejects.toMatchObject({ kind: 'not-found' })
    })

    it('ends the wait for a warning when it is told to', async () => {
      const { interruptions } = harness().cloud.account(await harness().newAccount())
      await interruptions.ensureSubscription()
      const stopping = new AbortController()
      const waiting = interruptions.receive({ waitSeconds: 20, signal: stopping.signal }).catch(() => [])
      stopping.abort()
      expect(await waiting).toEqual([])
      await interruptions.removeSubscription()
    })
  })
}
