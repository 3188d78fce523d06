import { beforeAll, describe, expect, it } from 'vitest'
import { carriedOut, offerings, overhead } from '../../tests/builders/any-workload'
import { createPlanner, type Planner, type Workload } from './planner'

let planner: Planner

beforeAll(async () => {
  // Time stands still: only counted effort may decide, however busy the machine.
  planner = await createPlanner({ now: () => 0 })
})

describe('the pools and zones of a plan', () => {
  it('says what fits nowhere, why, and what comes nearest, and places the rest', () => {
    const plan = planner({
      spotStrategy: 'ALL',
      applications: [
        { name: 'huge', cpu: 64, memoryMb: 100, count: 2 },
        { name: 'web', cpu: 0.5, memoryMb: 100, count: 1 },
      ],
      offerings,
      overhead,
    })
    expect(plan.unplaced).toEqual([
      {
        application: 'huge',
        count: 2,
        reason:
          'No instance is large enough for 64 CPU and 100 MB. The nearest, large.8 (spot), has 7.9 CPU and 34009 MB for processes.',
      },
    ])
    expect(plan.instances).toHaveLength(1)
  })

  it('prefers a pool without a penalty at the same price, and leaves one that runs only for money', () => {
    const pools = (['a', 'b'] as const).map((zone) => ({
      instanceType: 'small.1',
      zone,
      market: 'spot' as const,
      vcpu: 1,
      memoryMib: 2048,
      pricePerHour: 0.01,
      penalty: zone === 'a' ? 1 : 0,
    }))
    const workload: Workload = {
      spotStrategy: 'ALL',
      applications: [{ name: 'web', cpu: 0.4, memoryMb: 500, count: 1 }],
      offerings: pools,
      overhead,
    }
    expect(planner(workload).instances).toMatchObject([{ zone: 'b' }])
    const fleet = [
      { id: 'i-1', instanceType: 'small.1', zone: 'a', market: 'spot' as const, processes: { web: 1 } },
    ]
    expect(planner({ ...workload, fleet })).toMatchObject({ retire: [], moves: [] })
    const dearer = pools.map((pool) => ({ ...pool, pricePerHour: pool.zone === 'a' ? 0.02 : 0.01 }))
    expect(planner({ ...workload, offerings: dearer, fleet })).toMatchObject({
      retire: ['i-1'],
      costPerHour: 0.01,
    })
  })

  it('uses other zones for processes of one application, and buys more spreading if told to', () => {
    const workload: Workload = {
      spotStrategy: 'NONE',
      applications: [{ name: 'web', cpu: 3.8, memoryMb: 500, count: 3 }],
      offerings,
      overhead,
    }
    const plan = planner(workload)
    expect(new Set(plan.instances.map(({ zone }) => zone)).size).toBe(3)
    const small = { ...workload, applications: [{ name: 'web', cpu: 0.4, memoryMb: 500, count: 2 }] }
    expect(planner(small).instances).toHaveLength(1)
    const spread = planner({ ...small, spreadTolerance: 1 })
    expect(spread.instances).toHaveLength(2)
    expect(planner(carriedOut({ ...small, spreadTolerance: 1 }, spread))).toMatchObject({
      moves: [],
      retire: [],
    })
  })
})
