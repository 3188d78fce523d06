import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { leastCostByTrying } from '../../tests/builders/least-cost-by-trying'
import type { Plan, Planner, Workload, WorkloadApplication, WorkloadOffering } from './model/plan'
import { faultsOf } from '../../tests/builders/plan-faults'
import { overSpotLimit } from '../../tests/bench/planner/fleets'
import { workloadOf } from '../../tests/bench/planner/workloads'
import { createPlanner } from './planner'

/** Shrinking a failure may take so long. */
const runs = { numRuns: 30, seed: 20261120, interruptAfterTimeLimit: 20_000 }

/** Types of three families and their prices; Spot costs differently in each zone. */
const offerings: WorkloadOffering[] = ['a', 'b', 'c'].flatMap((zone, zoneIndex) =>
  [
    ['small.1', 1, 2048, 0.031],
    ['small.2', 2, 4096, 0.06],
    ['cpu.4', 4, 6144, 0.1],
    ['memory.2', 2, 16384, 0.11],
    ['large.8', 8, 32768, 0.3],
  ].flatMap(([instanceType, vcpu, memoryMib, price], typeIndex) =>
    (['spot', 'on-demand'] as const).map((market) => ({
      instanceType: String(instanceType),
      zone,
      market,
      vcpu: Number(vcpu),
      memoryMib: Number(memoryMib),
      pricePerHour:
        market === 'spot' ? Number(price) * (0.3 + 0.1 * ((zoneIndex + typeIndex) % 3)) : Number(price),
      penalty: 0,
    })),
  ),
)
const overhead = { cpu: 0.1, memoryMb: 350 }

const applicationsOf = (most: number): fc.Arbitrary<WorkloadApplication[]> =>
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('web', 'api', 'worker', 'cron', '__proto__'),
      cpu: fc.integer({ min: 0, max: 450 }).map((hundredths) => hundredths / 100),
      memoryMb: fc.integer({ min: 0, max: 9000 }),
      count: fc.integer({ min: 0, max: most }),
      maxSpotPercentage: fc.constantFrom(0, 30, 50, 100, undefined),
    }),
    { selector: ({ name }) => name, maxLength: 5 },
  )

const workloadsOf = (most: number, market = fc.subarray(offerings)): fc.Arbitrary<Workload> =>
  fc.record({
    spotStrategy: fc.constantFrom('ALL', 'ALL_BUT_ONE', 'HALF_OR_LESS', 'NONE'),
    applications: applicationsOf(most),
    offerings: market,
    overhead: fc.constant(overhead),
  })

/** The plan as the fleet of the next question; what is withdrawn keeps its size and price. */
const carriedOut = (workload: Workload, plan: Plan): Workload => ({
  ...workload,
  fleet: plan.instances.map((instance, index) => {
    const size = offerings.find(({ instanceType }) => instanceType === instance.instanceType)
    return {
      ...instance,
      id: instance.id ?? `${workload.fleet ? 'second' : 'first'}-${index}`,
      pricePerHour: workload.fleet?.find(({ id }) => id === instance.id)?.pricePerHour ?? 0.04,
      vcpu: size?.vcpu ?? 0,
      memoryMib: size?.memoryMib ?? 0,
    }
  }),
})

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

/** Planners for which each look at the clock takes so many milliseconds. */
const plannersByTick = (ticks: number[]) =>
  Promise.all(
    ticks.map((tick) => {
      let time = 0
      return createPlanner({ now: () => (time += tick) })
    }),
  )

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

  it('changes nothing when its own plan has been carried out', () => {
    fc.assert(
      fc.property(workloadsOf(6), (workload) => {
        const next = carriedOut(workload, planner(workload))
        const again = planner(next)
        expect(again).toMatchObject({ retire: [], moves: [] })
        expect(again.instances.map(({ id, processes }) => ({ id, processes })).sort(byId)).toEqual(
          next.fleet?.map(({ id, processes }) => ({ id, processes })).sort(byId),
        )
      }),
      runs,
    )
  }, 120_000)

  it('keeps the rules when counts, sizes and offerings change under a running fleet, and then rests', () => {
    fc.assert(
      fc.property(workloadsOf(5), workloadsOf(5), (before, after) => {
        const changed = { ...after, fleet: carriedOut(before, planner(before)).fleet }
        const plan = planner(changed)
        expect(faultsOf(changed, plan)).toEqual([])
        const next = carriedOut(changed, plan)
        expect(planner(next)).toMatchObject({ retire: [], moves: [] })
      }),
      runs,
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

  it('takes over the best packing of a fleet above its Spot limit, though looking for it takes all its time', async () => {
    const [hurried = planner] = await plannersByTick([5])
    for (const seed of [1, 6]) {
      const workload = overSpotLimit(workloadOf(seed + 100, 12, 40), seed)
      const plan = hurried(workload)
      expect(plan.truncated).toBe(true)
      expect(faultsOf(workload, plan)).toEqual([])
      expect(plan.costPerHour).toBeLessThanOrEqual(planner({ ...workload, fleet: [] }).costPerHour * 1.01)
    }
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

  it('leaves on-demand instances that cost more than they need to, and says what that saves', () => {
    const plan = planner({
      spotStrategy: 'NONE',
      applications: [{ name: 'web', cpu: 0.4, memoryMb: 500, count: 2 }],
      offerings,
      overhead,
      fleet: ['i-1', 'i-2'].map((id) => ({
        id,
        instanceType: 'small.2',
        zone: 'a',
        market: 'on-demand',
        processes: { web: 1 },
      })),
    })
    expect(plan.costPerHour).toBeCloseTo(0.031)
    expect(plan.moves).toEqual([
      {
        processes: [{ application: 'web', count: 2 }],
        from: ['i-1', 'i-2'],
        to: ['small.1'],
        savingPerHour: 0.089,
        why: '2 × web from i-1 and i-2 to one small.1: saves $0.089/h',
      },
    ])
  })

  it('only adds where nothing may be moved', () => {
    fc.assert(
      fc.property(workloadsOf(4), workloadsOf(4), (before, after) => {
        const fleet = carriedOut(before, planner(before)).fleet ?? []
        const { applications } = after
        const grown = before.applications.map((one) => ({ ...one, count: one.count + applications.length }))
        const plan = planner({ ...before, applications: grown, fleet, minimumSavingPerMove: Infinity })
        expect(plan).toMatchObject({ moves: [], retire: [] })
        for (const { id, processes } of fleet)
          for (const [name, count] of Object.entries(processes))
            expect(
              plan.instances.find((instance) => instance.id === id)?.processes[name],
            ).toBeGreaterThanOrEqual(count)
      }),
      runs,
    )
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

  it('moves nothing for a saving below what a move must save', () => {
    const plan = planner({
      spotStrategy: 'NONE',
      applications: [{ name: 'web', cpu: 0.4, memoryMb: 500, count: 2 }],
      offerings,
      overhead,
      fleet: ['i-1', 'i-2'].map((id) => ({
        id,
        instanceType: 'small.2',
        zone: 'a',
        market: 'on-demand',
        processes: { web: 1 },
      })),
      minimumSavingPerMove: 0.05,
    })
    // Of the two, one alone can go for free to the other's room: that saves more for its one move.
    expect(plan.costPerHour).toBeCloseTo(0.06)
    expect(plan.moves).toMatchObject([{ processes: [{ application: 'web', count: 1 }], savingPerHour: 0.06 }])
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

const byId = (a: { id?: string }, b: { id?: string }) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)
