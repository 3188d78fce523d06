import {
  createPlanner,
  type PhaseName,
  type Plan,
  type Planner,
  type Workload,
} from '../../../controller/planner/planner'
import { percent } from './figures'
import { fragmented, offeringGone, overSpotLimit } from './fleets'
import { changedFleetOf, traceLikeWorkload, workloadOf } from './workloads'

/** Workloads that go through the same phases. */
interface Family {
  name: string
  phases: PhaseName[]
  /** @param planner plans what runs already. */
  workloads: (planner: Planner) => Workload[]
}

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const phasesOfFleets: PhaseName[] = ['takeOver', 'dissolve']

const fleets = (change: (workload: Workload, seed: number) => Workload) => () =>
  seeds(3).flatMap((seed) =>
    [
      [12, 40],
      [20, 60],
      [20, 100],
    ].map(([applications = 1, processes = 1]) =>
      change(workloadOf(seed + 100, applications, processes), seed),
    ),
  )

const families: Family[] = [
  {
    name: '1,000 to 10,000 processes',
    phases: [
      'firstFitDecreasing',
      'columnGeneration',
      'cappedDuals',
      'diving',
      'divingNeighbourhoods',
      'ruinAndRecreate',
    ],
    workloads: () => [
      traceLikeWorkload(1),
      workloadOf(1, 100, 1000),
      workloadOf(2, 100, 1000),
      workloadOf(1, 400, 10_000),
    ],
  },
  {
    name: 'fleets whose applications grew and shrank',
    phases: phasesOfFleets,
    workloads: (planner) => seeds(8).map((seed) => changedFleetOf(seed, planner)),
  },
  { name: 'fleets over their Spot limit', phases: phasesOfFleets, workloads: fleets(overSpotLimit) },
  { name: 'fleets with offerings gone', phases: phasesOfFleets, workloads: fleets(offeringGone) },
  { name: 'fragmented fleets', phases: phasesOfFleets, workloads: fleets(fragmented) },
  {
    name: 'fragmented fleets in which a move must save a cent an hour',
    phases: phasesOfFleets,
    workloads: fleets((workload, seed) => ({ ...fragmented(workload, seed), minimumSavingPerMove: 0.01 })),
  },
  {
    name: 'teams of 60 to 100 processes',
    phases: ['firstFitDecreasing', 'columnGeneration', 'diving', 'largeNeighbourhoods', 'benders'],
    workloads: () => seeds(4).flatMap((seed) => [workloadOf(seed, 10, 60), workloadOf(seed, 20, 100)]),
  },
  {
    name: 'teams of 16 to 50 processes',
    phases: ['firstFitDecreasing', 'columnGeneration', 'diving', 'largeNeighbourhoods', 'benders'],
    workloads: () =>
      seeds(5).flatMap((seed) => [
        workloadOf(seed, 6, 16),
        workloadOf(seed, 12, 40),
        workloadOf(seed, 30, 50),
      ]),
  },
]

/**
 * Runs the families that have the text in their name: their workloads with each phase left out in turn, and prints by how much that makes
 * them dearer and their bounds weaker; workload by workload and another way first each time, so that none has it warmer than another.
 */
export async function ablate(deadlines: number[], only: string): Promise<void> {
  for (const { name, phases, workloads } of families.filter((family) => family.name.includes(only)))
    for (const deadlineMilliseconds of deadlines) {
      const planners = new Map<PhaseName | 'nothing', Planner>()
      for (const without of [undefined, ...phases])
        planners.set(
          without ?? 'nothing',
          await createPlanner({ deadlineMilliseconds, without, now: Date.now }),
        )
      const all = workloads(await createPlanner({ deadlineMilliseconds: 100 }))
      for (const workload of all.slice(0, 2)) for (const planner of planners.values()) planner(workload)
      const ways = [...planners.values()]
      const rows = all.map((workload, index) => inTurn(ways, workload, index % ways.length))
      console.log(`\n${name} (${all.length} workloads, ${deadlineMilliseconds} ms)`)
      ;[...planners.keys()].forEach((without, way) => {
        const extra = rows.map((plans) => costOf(plans[way]) / costOf(plans[0]) - 1)
        const gaps = rows.map((plans) => costOf(plans[0]) / boundOf(plans[way]) - 1)
        console.log(
          `  without ${without.padEnd(22)} cost ${signed(mean(extra))}, worst ${signed(Math.max(...extra))}; full cost above its bound ${percent(mean(gaps))}`,
        )
      })
    }
}

/** The plan of each, of which that at `first` is made first. */
function inTurn(ways: Planner[], workload: Workload, first: number): Plan[] {
  const plans = [...ways.slice(first), ...ways.slice(0, first)].map((planner) => planner(workload))
  const late = ways.length - first
  return [...plans.slice(late), ...plans.slice(0, late)]
}

const costOf = (plan: Plan | undefined) => plan?.costPerHour ?? Number.NaN
const boundOf = (plan: Plan | undefined) => plan?.lowerBoundPerHour ?? Number.NaN
const mean = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length
const signed = (share: number) => `${share >= 0 ? '+' : ''}${percent(share)}`
