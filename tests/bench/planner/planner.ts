// What the planner's plans cost against the proven bound and against a scheduler of Karpenter's kind, and how long they take.
// --ablate leaves out each phase in turn instead, to see what it earns; --at MILLISECONDS at that deadline only.
// --tune halves and doubles each figure of the strategy in turn, to see what that does.
// --only TEXT takes the kinds of workloads that have it in their name; --processor-time counts deadlines and times in processor time, for a busy machine.
// --best SECONDS looks for cheaper plans with so much time, and keeps what they cost in best-known.json; plans are compared with that.
// --karpenter adds Karpenter's own scheduler (needs Go), --independent SECONDS a solver of other making (needs Python), so long for each workload.
import { parseArgs } from 'node:util'
import { createPlanner, type Plan, type Workload } from '../../../controller/planner/planner'
import { faultsOf } from '../../builders/plan-faults'
import { ablate } from './ablation'
import { baselineCost } from './baseline'
import { bestKnownCost, lookForBest } from './best-known'
import { percent, ratio, shareOf, spread, whole } from './figures'
import { independentSolver } from './independent/independent'
import { kinds, type Kind } from './kinds'
import { karpenter } from './karpenter/karpenter'
import { measureByProcessorTime } from './processor-time'
import type { Planned, Rival } from './rival'
import { tune } from './tuning'

interface Outcome extends Planned {
  gap: number
  /** Share of the cheapest known cost by which the plan is above it; undefined where none is known. */
  aboveBest: number | undefined
  isProven: boolean
  isTruncated: boolean
  incumbentMilliseconds: number
  milliseconds: number
  /** Share of the cost of the same question's plan, asked in other words, by which the plan is off it. */
  offOtherWords: number | undefined
  faults: string[]
}

const mostOffOtherWords = 0.002

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

async function measure(workload: Workload, { deadlineMilliseconds, inOtherWords }: Kind): Promise<Outcome> {
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
  const offOtherWords =
    inOtherWords && Math.abs(plan.costPerHour / planner(inOtherWords.change(workload)).costPerHour - 1)
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
    offOtherWords,
    faults: [
      ...faultsOf(workload, plan),
      ...restlessness(workload, plan, planner),
      ...((offOtherWords ?? 0) > mostOffOtherWords
        ? [`Costs ${percent(offOtherWords ?? 0)} more or less than in other words.`]
        : []),
    ],
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

async function report(kind: Kind, compared: Rival[]): Promise<string[]> {
  const { name, workloads, deadlineMilliseconds, inOtherWords } = kind
  const outcomes: Outcome[] = []
  for (const workload of workloads) outcomes.push(await measure(workload, kind))
  const of = (figure: (outcome: Outcome) => number, show: (figure: number) => string) =>
    spread(outcomes.map(figure), show)
  const print = ([title, figures]: [string, string]) => console.log(`  ${title.padEnd(25)} ${figures}`)
  console.log(`\n${name} (${workloads.length} workloads, deadline ${deadlineMilliseconds} ms)`)
  print(['gap to the bound', of(({ gap }) => gap, percent)])
  const aboveBest = outcomes.flatMap((outcome) => outcome.aboveBest ?? [])
  if (aboveBest.length > 0)
    print(['above the best known', `${spread(aboveBest, percent)} of ${aboveBest.length}`])
  if (inOtherWords) print([`off ${inOtherWords.name}`, of(({ offOtherWords = 0 }) => offOtherWords, percent)])
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
