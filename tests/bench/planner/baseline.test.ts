import { describe, expect, it } from 'vitest'
import type { Workload } from '../../../controller/planner/planner'
import { baselineCost, firstFitCost } from './baseline'

const sizes = [
  { instanceType: 'small', vcpu: 1, memoryMib: 2000, price: 0.04 },
  { instanceType: 'medium', vcpu: 2, memoryMib: 4000, price: 0.07 },
  { instanceType: 'large', vcpu: 4, memoryMib: 8000, price: 0.12 },
  { instanceType: 'wide', vcpu: 4, memoryMib: 16_000, price: 0.2 },
]

const workload = (
  spotStrategy: Workload['spotStrategy'],
  processes: [number, number, number][],
): Workload => ({
  spotStrategy,
  applications: processes.map(([cpu, memoryMb, count], index) => ({
    name: `app-${index}`,
    cpu,
    memoryMb,
    count,
  })),
  overhead: { cpu: 0, memoryMb: 0 },
  offerings: sizes.flatMap(({ price, ...size }) => [
    { ...size, zone: 'a', penalty: 0, market: 'on-demand' as const, pricePerHour: price },
    { ...size, zone: 'a', penalty: 0, market: 'spot' as const, pricePerHour: price * 0.4 },
  ]),
})

describe('the baseline', () => {
  // What Karpenter 1.14.1 launched for them (tests/bench/planner/karpenter). Which of several nodes with equally many pods it takes first decides each.
  it.each([
    [
      'what may all be on Spot',
      workload('ALL', [
        [3, 1000, 3],
        [2, 4000, 1],
        [1, 1000, 2],
        [1, 2000, 1],
      ]),
      0.172,
    ],
    [
      'little CPU and much memory',
      workload('ALL', [
        [3, 4000, 2],
        [0.5, 4000, 3],
        [3, 6000, 1],
        [0.5, 500, 1],
      ]),
      0.208,
    ],
    [
      'what must be on-demand in part',
      workload('ALL_BUT_ONE', [
        [0.5, 2000, 2],
        [3, 4000, 1],
        [0.5, 2000, 1],
        [1.5, 500, 3],
      ]),
      0.288,
    ],
  ])('costs what Karpenter does for %s', (_, asked, karpenterCost) => {
    expect(firstFitCost(asked, true)).toBeCloseTo(karpenterCost, 9)
    expect(baselineCost(asked)).toBeLessThanOrEqual(karpenterCost + 1e-9)
  })
})
