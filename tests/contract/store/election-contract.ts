import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import { leaseNames, runShards } from '../../../controller/runtime/run-shards'
import type { LeaseStore } from '../../../controller/runtime/lease-store'
import { shardCount } from '../../../controller/runtime/shard'
import { uniqueName } from './specs'
import type { UseStore } from './store-contract'

export const describeElection = (useStore: UseStore) =>
  describe('leader election', () => {
    it('spreads the shards over two processes, and lets one lead all when the other stops', async () => {
      const { leases } = useStore()
      const prefix = uniqueName('election')
      const owners = new Map<number, string>()
      const join = (identity: string) => {
        const stop = new AbortController()
        const finished = runShards(
          { leases: named(prefix, leases), identity, retrySeconds: 1, log: silentLogger },
          async (shard, signal) => {
            expect(owners.get(shard)).toBeUndefined()
            owners.set(shard, identity)
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
            owners.delete(shard)
          },
          stop.signal,
        )
        return {
          count: () => [...owners.values()].filter((owner) => owner === identity).length,
          async stop() {
            stop.abort()
            await finished
          },
        }
      }
      const first = join('a')
      await expect.poll(first.count, { timeout: 10_000 }).toBe(shardCount)
      const second = join('b')
      await expect.poll(second.count, { timeout: 10_000 }).toBe(shardCount / 2)
      await first.stop()
      await expect.poll(second.count, { timeout: 10_000 }).toBe(shardCount)
      await second.stop()
      const held = await named(prefix, leases).list(leaseNames)
      expect(new Set([...held.values()].map(({ holder }) => holder))).toEqual(new Set(['', 'sdo-shards']))
    }, 60_000)
  })

/** The same leases under other names, so that tests do not meet. */
const named = (prefix: string, leases: LeaseStore): LeaseStore => ({
  get: (name) => leases.get(`${prefix}-${name}`),
  list: async (names) => {
    const found = await leases.list(names.map((name) => `${prefix}-${name}`))
    return new Map([...found].map(([name, lease]) => [name.slice(prefix.length + 1), lease]))
  },
  put: (name, lease, previous) => leases.put(`${prefix}-${name}`, lease, previous),
})
