import {
  createPlanner,
  type PhaseName,
  type Plan,
  type Planner,
  type Workload,
} from '../../../controller/planner/planner'
import { percent } from './figures'
import { changedFleetOf, traceLikeWorkload, workloadOf } from './workloads'

/** Workloads that go through the same phases. */
interface Family {
  name: string
  phases: PhaseName[]
  /** @param planner plans what runs already. */
  workloads: (planner: Planner) => Workload[]
}

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const families: Family[] = [
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
  {
    name: 'teams of 60 to 100 processes',
    phases: [
      'firstFitDecreasing',
      'columnGeneration',
      'diving',
      'divingNeighbourhoods',
      'largeNeighbourhoods',
      'restrictedMaster',
      'benders',
    ],
    workloads: () => seeds(4).flatMap((seed) => [workloadOf(seed, 10, 60), workloadOf(seed, 20, 100)]),
  },
  {
    name: '1,000 to 10,000 processes',
    phases: ['firstFitDecreasing', 'columnGeneration', 'diving', 'divingNeighbourhoods', 'ruinAndRecreate'],
    workloads: () => [
      traceLikeWorkload(1),
      workloadOf(1, 100, 1000),
      workloadOf(2, 100, 1000),
      workloadOf(1, 400, 10_000),
    ],
  },
  {
    name: 'fleets whose applications grew and shrank',
    phases: ['takeOver', 'dissolve'],
    workloads: (planner) => seeds(8).map((seed) => changedFleetOf(seed, planner)),
  },
]

/**
 * Runs the workloads with each phase left out in turn, and prints by how much that makes them dearer and their bounds weaker. By processor
 * time, which other work on the machine does not take away.
 */
export async function ablate(deadlines: number[]): Promise<void> {
  measureByProcessorTime()
  for (const { name, phases, workloads } of families)
    for (const deadline of deadlines) {
      const all = workloads(await createPlanner({ deadlineMilliseconds: 100 }))
      // Once for nothing, so that all code runs at its full speed.
      await plansOf(all, deadline)
      const full = await plansOf(all, deadline)
      console.log(
        `\n${name} (${all.length} workloads, ${deadline} ms), own gap ${percent(mean(full.map(gapOf)))}`,
      )
      for (const without of phases) {
        const plans = await plansOf(all, deadline, without)
        const extra = plans.map(({ costPerHour }, index) => costPerHour / (full[index]?.costPerHour ?? 1) - 1)
        const lost = mean(plans.map(gapOf)) - mean(extra) - mean(full.map(gapOf))
        console.log(
          `  without ${without.padEnd(22)} cost ${signed(mean(extra))}, worst ${signed(Math.max(...extra))}; bound ${signed(-lost)}`,
        )
      }
    }
}

async function plansOf(
  workloads: Workload[],
  deadlineMilliseconds: number,
  without?: PhaseName,
): Promise<Plan[]> {
  const planner = await createPlanner({ deadlineMilliseconds, without, now: () => performance.now() })
  return workloads.map(planner)
}

const gapOf = ({ costPerHour, lowerBoundPerHour }: Plan) => costPerHour / lowerBoundPerHour - 1
const mean = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length
const signed = (share: number) => `${share >= 0 ? '+' : ''}${percent(share)}`

/** The solver of linear programmes looks at these clocks itself. */
function measureByProcessorTime(): void {
  const milliseconds = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  performance.now = milliseconds
  Date.now = milliseconds
}
