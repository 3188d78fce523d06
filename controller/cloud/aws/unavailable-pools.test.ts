import { describe, expect, it } from 'vitest'
import { createUnavailablePools } from './unavailable-pools'

describe('pools without capacity', () => {
  it('hides the pool that ran out, no other one, and not for ever', () => {
    let now = 0
    const pools = createUnavailablePools({ now: () => now })
    const pool = { instanceType: 'c6g.medium', zone: 'us-east-1a', market: 'spot' as const }
    pools.add(pool)
    expect(pools.has(pool)).toBe(true)
    expect(pools.has({ ...pool, market: 'on-demand' })).toBe(false)
    expect(pools.has({ ...pool, zone: 'us-east-1b' })).toBe(false)
    now += 3 * 60_000
    expect(pools.has(pool)).toBe(false)
  })
})
