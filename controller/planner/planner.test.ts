import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  carriedOut,
  offerings,
  overhead,
  plannersByTick,
  runs,
  workloadsOf,
} from '../../tests/builders/any-workload'
import { leastCostByTrying } from '../../tests/builders/least-cost-by-trying'
import { faultsOf } from '../../tests/builders/plan-faults'
import { workloadOf } from '../../tests/bench/planner/workloads'
import { createPlanner, type Planner, type Workload } from './planner'

/** In hundredths of an instance, in the order of arrival. */
const worstCasesOfFirstFit: { name: string; sizes: [number, number][]; fits: number; best: number }[] = [
  {
    name: 'first-fit decreasing (Johnson 1973)',
    sizes: [
      [51, 6],
      [27, 6],
      [26, 6],
      [23, 12],
    ],
    fits: 11,
    best: 9,
  },
  {
    name: 'first-fit decreasing (Dósa 2007, its tight bound)',
    sizes: [
      [51, 4],
      [27, 4],
      [26, 4],
      [23, 8],
    ],
    fits: 8,
    best: 6,
  },
  {
    name: 'first-fit (Ullman 1971)',
    sizes: [
      [15, 6],
      [34, 6],
      [51, 6],
    ],
    fits: 10,
    best: 6,
  },
]

function firstFit(sizes: [number, number][]): number {
  const room: number[] = []
  for (const [size, count] of sizes)
    for (let placed = 0; placed < count; placed++) {
      const found = room.findIndex((left) => left >= size)
      if (found < 0) room.push(100 - size)
      else room[found] = (room[found] ?? 0) - size
    }
  return room.length
}

let planner: Planner

beforeAll(async () => {
  // Time stands still: only counted effort may decide, however busy the machine.
  planner = await createPlanner({ now: () => 0 })
})

describe('the planner', () => {
  it('breaks no rule of the format', () => {
    fc.assert(
      fc.property(workloadsOf(6), (workload) => {
        expect(faultsOf(workload, planner(workload))).toEqual([])
      }),
      runs,
    )
  }, 120_000)

  it('finds the least cost where all ways can be tried, and proves it', () => {
    const tiny = workloadsOf(2).filter(
      ({ applications }) => applications.reduce((sum, { count }) => sum + count, 0) <= 6,
    )
    fc.assert(
      fc.property(tiny, (workload) => {
        const least = leastCostByTrying(workload)
        fc.pre(least !== undefined)
        const plan = planner(workload)
        expect(plan.lowerBoundPerHour).toBeLessThanOrEqual((least ?? 0) + 1e-9)
        expect(plan.costPerHour).toBeCloseTo(least ?? 0, 8)
        expect(plan.provenOptimal).toBe(true)
      }),
      { ...runs, numRuns: 80 },
    )
  }, 120_000)

  it('keeps the rules and claims no bound above the least cost, whenever its time is over', async () => {
    const tiny = workloadsOf(2).filter(
      ({ applications }) => applications.reduce((sum, { count }) => sum + count, 0) <= 6,
    )
    const ticks = await plannersByTick([1000, 100, 30, 10])
    fc.assert(
      fc.property(tiny, workloadsOf(5), fc.constantFrom(...ticks), (workload, before, hurried) => {
        const changed = { ...workload, fleet: carriedOut(before, planner(before)).fleet }
        expect(faultsOf(changed, hurried(changed))).toEqual([])
        const least = leastCostByTrying(workload)
        fc.pre(least !== undefined)
        expect(hurried(workload).lowerBoundPerHour).toBeLessThanOrEqual((least ?? 0) + 1e-9)
      }),
      runs,
    )
  }, 120_000)

  it('never pays more for being offered more', () => {
    fc.assert(
      fc.property(workloadsOf(4, fc.constant(offerings.slice(0, 20))), (workload) => {
        const less = planner(workload)
        const more = planner({ ...workload, offerings })
        if (less.unplaced.length === 0) expect(more.costPerHour).toBeLessThanOrEqual(less.costPerHour + 1e-9)
      }),
      runs,
    )
  }, 120_000)

  it('answers the same question with the same plan, and costs the same in whatever order it is asked', () => {
    fc.assert(
      fc.property(workloadsOf(6), (workload) => {
        const plan = planner(workload)
        expect(planner(workload)).toEqual(plan)
        const turned = {
          ...workload,
          applications: [...workload.applications].reverse(),
          offerings: [...workload.offerings].reverse(),
        }
        expect(planner(turned).costPerHour).toBe(plan.costPerHour)
      }),
      runs,
    )
  }, 120_000)

  it('does so where integer programming puts a team together, too', async () => {
    const untimed = await createPlanner({ now: () => 0 })
    const team = workloadOf(6, 10, 60)
    const plan = untimed(team)
    expect(untimed(team)).toEqual(plan)
    const turned = { ...team, applications: [...team.applications].reverse() }
    expect(untimed(turned).costPerHour).toBe(plan.costPerHour)
  }, 120_000)

  it.each(worstCasesOfFirstFit)('needs $best instances where $name needs $fits', ({ sizes, best, fits }) => {
    expect(firstFit(sizes)).toBe(fits)
    const unit = {
      instanceType: 'unit',
      zone: 'a',
      market: 'on-demand' as const,
      pricePerHour: 1,
      penalty: 0,
    }
    const plan = planner({
      spotStrategy: 'NONE',
      applications: sizes.map(([cpu, count]) => ({ name: `${cpu}`, cpu: cpu / 100, memoryMb: 1, count })),
      offerings: [{ ...unit, vcpu: 1, memoryMib: 1024 }],
      overhead: { cpu: 0, memoryMb: 0 },
    })
    expect(plan).toMatchObject({ costPerHour: best, provenOptimal: true })
  })

  it('is cut by its deadline, and says so', async () => {
    let time = 0
    const hurried = await createPlanner({ deadlineMilliseconds: 10, now: () => (time += 5) })
    const workload: Workload = {
      spotStrategy: 'HALF_OR_LESS',
      applications: Array.from({ length: 12 }, (_, index) => ({
        name: `app-${index}`,
        cpu: 0.3 + 0.17 * index,
        memoryMb: 4000 - 290 * index,
        count: 7,
      })),
      offerings,
      overhead,
    }
    const plan = hurried(workload)
    expect(plan.truncated).toBe(true)
    expect(faultsOf(workload, plan)).toEqual([])
  })
})
