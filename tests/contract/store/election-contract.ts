import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import { runAsLeader } from '../../../controller/runtime/leader-election'
import { uniqueName } from './specs'
import type { UseStore } from './store-contract'

export const describeElection = (useStore: UseStore) =>
  describe('leader election', () => {
    it('lets one of two candidates lead and the other follow when the first one stops', async () => {
      const { leases } = useStore()
      const name = uniqueName('election')
      const leaders: string[] = []
      let leading = 0
      const stand = (identity: string) => {
        const stop = new AbortController()
        let announce: () => void = () => undefined
        const elected = new Promise<void>((resolve) => {
          announce = resolve
        })
        const finished = runAsLeader(
          { leases, name, identity, retrySeconds: 0.02, log: silentLogger },
          async (signal) => {
            leaders.push(identity)
            expect(++leading).toBe(1)
            announce()
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
            leading -= 1
          },
          stop.signal,
        )
        return {
          elected,
          async stop() {
            stop.abort()
            await finished
          },
        }
      }
      const candidates = [stand('a'), stand('b')]
      await Promise.race(candidates.map(({ elected }) => elected))
      const [first, second] = leaders[0] === 'a' ? candidates : [...candidates].reverse()
      expect((await leases.get(name))?.holder).toBe(leaders[0])
      await first?.stop()
      await second?.elected
      expect(new Set(leaders)).toEqual(new Set(['a', 'b']))
      expect(leaders).toHaveLength(2)
      await second?.stop()
      expect((await leases.get(name))?.holder).toBe('')
    })
  })
