// What the planner's plans cost against the proven bound and against a scheduler of Karpenter's kind, and how long they take.
import { launchableClasses } from '../../../controller/planner/classes'
import { demandsOf, groupBySize, sizedOfferings } from '../../../controller/planner/demand'
import { packFirstFitDecreasing } from '../../../controller/planner/packing/first-fit-decreasing'
import { costOf } from '../../../controller/planner/packing/problem'
import type { Plan, Workload } from '../../../controller/planner/plan'
import { faultsOf } from '../../builders/plan-faults'
import { createPlanner } from '../../../controller/planner/planner'
import { traceLikeWorkload, workloadOf } from './workloads'

interface Kind {
  name: string
  workloads: Workload[]
  deadlineMilliseconds: number
}

interface Outcome {
  gap: number
  againstBaseline: number
  isProven: boolean
  isTruncated: boolean
  incumbentMilliseconds: number
  milliseconds: number
  faults: string[]
}

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const kinds: Kind[] = [
  {
    name: 'teams up to 40 processes',
    workloads: seeds(25).flatMap((seed) =>
      [
        [3, 8],
        [4, 16],
        [8, 25],
        [12, 40],
      ].map(([applications = 1, processes = 1]) => workloadOf(seed, applications, processes)),
    ),
    deadlineMilliseconds: 1000,
  },
  {
    name: 'teams of 60 to 100 processes',
    workloads: seeds(8).flatMap((seed) => [workloadOf(seed, 10, 60), workloadOf(seed, 20, 100)]),
    deadlineMilliseconds: 1000,
  },
  {
    name: '1,088 processes, sized as in cluster traces',
    workloads: [traceLikeWorkload(1)],
    deadlineMilliseconds: 10_000,
  },
  {
    name: '1,000 processes, 100 applications',
    workloads: seeds(2).map((seed) => workloadOf(seed, 100, 1000)),
    deadlineMilliseconds: 10_000,
  },
  {
    name: '10,000 processes, 400 applications',
    workloads: seeds(2).map((seed) => workloadOf(seed, 400, 10_000)),
    deadlineMilliseconds: 10_000,
  },
]

async function measure(workload: Workload, deadlineMilliseconds: number): Promise<Outcome> {
  let start = 0
  let incumbentMilliseconds = Infinity
  const planner = await createPlanner({
    deadlineMilliseconds,
    now: () => performance.now(),
    onIncumbent: () => {
      incumbentMilliseconds = Math.min(incumbentMilliseconds, performance.now() - start)
    },
  })
  start = performance.now()
  const plan = planner(workload)
  return {
    gap: plan.costPerHour > 0 ? plan.costPerHour / plan.lowerBoundPerHour - 1 : 0,
    againstBaseline: plan.costPerHour / baselineCost(workload),
    isProven: plan.provenOptimal,
    isTruncated: plan.truncated,
    incumbentMilliseconds: Number.isFinite(incumbentMilliseconds) ? incumbentMilliseconds : 0,
    milliseconds: performance.now() - start,
    faults: [...faultsOf(workload, plan), ...restlessness(workload, plan, planner)],
  }
}

/** The cheaper of two ways in which Karpenter may treat processes that must run on-demand. */
function baselineCost(workload: Workload): number {
  const offerings = sizedOfferings(workload)
  const { groups } = groupBySize(demandsOf(workload, offerings))
  const problem = { classes: launchableClasses(offerings), groups }
  const costs = [true, false].map((mixes) => packFirstFitDecreasing(problem, mixes))
  return Math.min(...costs.map((bins) => (bins ? costOf(problem, bins) : Infinity)))
}

/** A plan that ended by itself must not change once it is carried out. */
function restlessness(workload: Workload, plan: Plan, planner: (workload: Workload) => Plan): string[] {
  if (plan.truncated || workload.applications.length > 20) return []
  const fleet = plan.instances.map((instance, index) => ({ ...instance, id: instance.id ?? `i-${index}` }))
  const again = planner({ ...workload, fleet })
  return again.moves.length > 0 && !again.truncated
    ? [`${again.moves.length} moves once it was carried out.`]
    : []
}

const quantile = (figures: number[], share: number) => {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const spread = (figures: number[], show: (figure: number) => string) =>
  [0.5, 0.95, 1].map((share) => show(quantile(figures, share))).join(' / ')

let faulty = 0
console.log('Figures with strokes are median / p95 / worst.')
for (const { name, workloads, deadlineMilliseconds } of kinds) {
  const outcomes: Outcome[] = []
  for (const workload of workloads) outcomes.push(await measure(workload, deadlineMilliseconds))
  const of = (figure: (outcome: Outcome) => number) => outcomes.map(figure)
  const share = (is: (outcome: Outcome) => boolean) => percent(outcomes.filter(is).length / outcomes.length)
  console.log(`\n${name} (${workloads.length} workloads, deadline ${deadlineMilliseconds} ms)`)
  console.log(
    `  gap to the bound      ${spread(
      of(({ gap }) => gap),
      percent,
    )}`,
  )
  console.log(
    `  cost of baseline's    ${spread(
      of(({ againstBaseline }) => againstBaseline),
      (one) => one.toFixed(3),
    )}`,
  )
  console.log(`  proven optimal        ${share(({ isProven }) => isProven)}`)
  console.log(`  cut by the deadline   ${share(({ isTruncated }) => isTruncated)}`)
  console.log(
    `  first plan after ms   ${spread(
      of((one) => one.incumbentMilliseconds),
      (one) => one.toFixed(0),
    )}`,
  )
  console.log(
    `  whole answer in ms    ${spread(
      of((one) => one.milliseconds),
      (one) => one.toFixed(0),
    )}`,
  )
  console.log(`  memory                ${Math.round(process.memoryUsage().rss / 1e6)} MB`)
  for (const { faults } of outcomes.filter((outcome) => outcome.faults.length > 0)) {
    faulty += 1
    console.log(`  FAULT: ${faults.join(' ')}`)
  }
}
if (faulty > 0) process.exitCode = 1
