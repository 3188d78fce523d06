import { describe, expect, it } from 'vitest'
import { shardCount, shardOf } from './shard'

describe('the part of an account', () => {
  it('is the same in every process and release, since two that disagreed would both act', () => {
    const ids = [
      '0f9b5a34-5b0c-4d53-9d1b-0d2c2f8a7c11',
      '7d1c1a44-8a55-4c83-8a0e-6a1f3b5f2e90',
      'account-1',
      '',
    ]
    expect(ids.map((id) => shardOf(id))).toEqual([6, 12, 7, 3])
  })

  it('is about as large as any other', () => {
    const sizes = new Array<number>(shardCount).fill(0)
    for (let account = 0; account < 16_000; account++) {
      const shard = shardOf(`account-${account}`)
      sizes[shard] = (sizes[shard] ?? 0) + 1
    }
    expect(Math.min(...sizes)).toBeGreaterThan(850)
    expect(Math.max(...sizes)).toBeLessThan(1150)
  })
})
