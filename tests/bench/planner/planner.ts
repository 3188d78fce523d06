// What the planner's plans cost against the proven bound and against a scheduler of Karpenter's kind, and how long they take.
// --ablate leaves out each phase in turn instead, to see what it earns; --at MILLISECONDS at that deadline only.
// --tune halves and doubles each figure of the strategy in turn, to see what that does.
// --only TEXT takes the kinds of workloads that have it in their name; --processor-time counts deadlines and times in processor time, for a busy machine.
// --best SECONDS looks for cheaper plans with so much time, and keeps what they cost in best-known.json; plans are compared with that.
// --karpenter adds Karpenter's own scheduler (needs Go), --independent SECONDS a solver of other making (needs Python), so long for each workload.
import { parseArgs } from 'node:util'
import { createPlanner, type Plan, type Workload } from '../../../controller/planner/planner'
import { faultsOf } from '../../builders/plan-faults'
import { spotStrategies } from '../../../core/resources/environment'
import { ablate } from './ablation'
import { baselineCost } from './baseline'
import { bestKnownCost, lookForBest } from './best-known'
import { percent, ratio, shareOf, spread, whole } from './figures'
import { independentSolver } from './independent/independent'
import { karpenter } from './karpenter/karpenter'
import { measureByProcessorTime } from './processor-time'
import type { Planned, Rival } from './rival'
import { fragmented, offeringGone, overSpotLimit } from './fleets'
import { tune } from './tuning'
import { traceLikeWorkload, workloadOf } from './workloads'

interface Kind {
  name: string
  workloads: Workload[]
  deadlineMilliseconds: number
}

interface Outcome extends Planned {
  gap: number
  /** Share of the cheapest known cost by which the plan is above it; undefined where none is known. */
  aboveBest: number | undefined
  isProven: boolean
  isTruncated: boolean
  incumbentMilliseconds: number
  milliseconds: number
  faults: string[]
}

const { values } = parseArgs({
  options: {
    karpenter: { type: 'boolean' },
    independent: { type: 'string' },
    ablate: { type: 'boolean' },
    tune: { type: 'boolean' },
    at: { type: 'string' },
    best: { type: 'string' },
    only: { type: 'string' },
    'processor-time': { type: 'boolean' },
  },
})
if (values.ablate || values['processor-time']) measureByProcessorTime()

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const fleets = (change: (workload: Workload, seed: number) => Workload) =>
  seeds(6).flatMap((seed) =>
    [
      [8, 25],
      [12, 40],
      [20, 60],
      [20, 100],
    ].map(([applications = 1, processes = 1]) =>
      change(workloadOf(seed + 100, applications, processes), seed),
    ),
  )

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
    name: 'teams of 40 applications',
    workloads: seeds(8).flatMap((seed) => [workloadOf(seed, 40, 60), workloadOf(seed, 40, 100)]),
    deadlineMilliseconds: 1000,
  },
  { name: 'fleets over their Spot limit', workloads: fleets(overSpotLimit), deadlineMilliseconds: 1000 },
  { name: 'fleets with offerings gone', workloads: fleets(offeringGone), deadlineMilliseconds: 1000 },
  { name: 'fragmented fleets', workloads: fleets(fragmented), deadlineMilliseconds: 1000 },
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
  ...(['INSTANCE', 'ZONE'] as const).flatMap((goesOnWithout): Kind[] => [
    {
      name: `teams of 8 to 40 processes that survive the loss of any one ${goesOnWithout.toLowerCase()}`,
      workloads: seeds(8).flatMap((seed) => [
        { ...workloadOf(seed, 3, 8), goesOnWithout },
        { ...workloadOf(seed, 12, 40), goesOnWithout },
      ]),
      deadlineMilliseconds: 1000,
    },
    {
      name: `1,000 processes that survive the loss of any one ${goesOnWithout.toLowerCase()}`,
      workloads: seeds(2).map((seed) => ({ ...workloadOf(seed, 100, 1000), goesOnWithout })),
      deadlineMilliseconds: 10_000,
    },
  ]),
  {
    name: '10,000 processes, 400 applications',
    workloads: seeds(2).map((seed) => workloadOf(seed, 400, 10_000)),
    deadlineMilliseconds: 10_000,
  },
  {
    name: '10,000 processes, under each Spot strategy',
    workloads: spotStrategies.map((spotStrategy) => ({ ...workloadOf(1, 400, 10_000), spotStrategy })),
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
  const milliseconds = performance.now() - start
  if (values.best !== undefined) await lookForBest(workload, plan, Number(values.best) * 1000)
  const best = bestKnownCost(workload)
  return {
    workload,
    plan,
    baselineCost: baselineCost(workload),
    gap: plan.costPerHour > 0 ? plan.costPerHour / plan.lowerBoundPerHour - 1 : 0,
    aboveBest: best === undefined ? undefined : plan.costPerHour / best - 1,
    isProven: plan.provenOptimal,
    isTruncated: plan.truncated,
    incumbentMilliseconds: Number.isFinite(incumbentMilliseconds) ? incumbentMilliseconds : 0,
    milliseconds,
    faults: [...faultsOf(workload, plan), ...restlessness(workload, plan, planner)],
  }
}

/** A plan that ended by itself must not change once it is carried out. */
function restlessness(workload: Workload, plan: Plan, planner: (workload: Workload) => Plan): string[] {
  if (plan.truncated || workload.applications.length > 20) return []
  const fleet = plan.instances.map((instance, index) => {
    const running = workload.fleet?.find(({ id }) => id === instance.id)
    return { ...running, ...instance, id: instance.id ?? `launched-${index}` }
  })
  const again = planner({ ...workload, fleet })
  return again.moves.length > 0 && !again.truncated
    ? [`${again.moves.length} moves once it was carried out.`]
    : []
}

async function rivals(): Promise<Rival[]> {
  const seconds = Number(values.independent ?? 1)
  if (!(seconds > 0))
    throw new Error('--independent wants to know how many seconds to take for each workload.')
  return [
    ...(values.karpenter ? [await karpenter()] : []),
    ...(values.independent ? [await independentSolver(seconds)] : []),
  ]
}

async function report({ name, workloads, deadlineMilliseconds }: Kind, compared: Rival[]): Promise<string[]> {
  const outcomes: Outcome[] = []
  for (const workload of workloads) outcomes.push(await measure(workload, deadlineMilliseconds))
  const of = (figure: (outcome: Outcome) => number, show: (figure: number) => string) =>
    spread(outcomes.map(figure), show)
  const print = ([title, figures]: [string, string]) => console.log(`  ${title.padEnd(25)} ${figures}`)
  console.log(`\n${name} (${workloads.length} workloads, deadline ${deadlineMilliseconds} ms)`)
  print(['gap to the bound', of(({ gap }) => gap, percent)])
  const aboveBest = outcomes.flatMap((outcome) => outcome.aboveBest ?? [])
  if (aboveBest.length > 0)
    print(['above the best known', `${spread(aboveBest, percent)} of ${aboveBest.length}`])
  print(["cost of baseline's", of(({ plan, baselineCost }) => plan.costPerHour / baselineCost, ratio)])
  print(['proven optimal', shareOf(outcomes, ({ isProven }) => isProven)])
  print(['cut by the deadline', shareOf(outcomes, ({ isTruncated }) => isTruncated)])
  print(['first plan after ms', of(({ incumbentMilliseconds }) => incumbentMilliseconds, whole)])
  print(['whole answer in ms', of(({ milliseconds }) => milliseconds, whole)])
  print(['memory', `${whole(process.memoryUsage().rss / 1e6)} MB`])
  const faults = outcomes.flatMap((outcome) => outcome.faults)
  for (const rival of compared) {
    const comparison = await rival.compare(outcomes)
    comparison.rows.forEach(print)
    faults.push(...comparison.faults)
  }
  for (const fault of faults) console.log(`  FAULT: ${fault}`)
  return faults
}

try {
  if (values.ablate) await ablate(values.at ? [Number(values.at)] : [200, 1000], values.only ?? '')
  else if (values.tune) await tune()
  else {
    const compared = await rivals()
    console.log('Figures with strokes are median / p95 / worst.')
    const chosen = kinds.filter(({ name }) => name.includes(values.only ?? ''))
    for (const kind of chosen) if ((await report(kind, compared)).length > 0) process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
