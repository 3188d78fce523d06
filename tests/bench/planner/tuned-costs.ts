// A process of --tune: plans with one figure of the strategy changed ("tuned.diving.nearlyWhole" 0.5), and prints costs and bounds as JSON.
import { budget, tuned } from '../../../controller/planner/search/strategy'
import { measureByProcessorTime } from './processor-time'
import { tuningWorkloads, type TuningOutcome } from './tuning'

type Figures = { [name: string]: number | Figures }

const [path = '', factor = '1'] = process.argv.slice(2)
if (path !== '') change(path.split('.'), Number(factor))
measureByProcessorTime()
// Only now: the phases read their figures when they are loaded.
const { createPlanner } = await import('../../../controller/planner/planner')
const outcomes: TuningOutcome[] = []
for (const { workload, deadlineMilliseconds } of tuningWorkloads()) {
  const planner = await createPlanner({ deadlineMilliseconds, now: Date.now })
  // The first plan of each kind is made by cold code.
  if (outcomes.length === 0) planner(workload)
  const { costPerHour, lowerBoundPerHour } = planner(workload)
  outcomes.push({ cost: costPerHour, bound: lowerBoundPerHour })
}
console.log(JSON.stringify(outcomes))

function change(names: string[], by: number): void {
  const last = names.pop() ?? ''
  const parent = names.reduce<Figures>((figures, name) => figures[name] as Figures, {
    budget,
    tuned,
  } as never)
  const figure = parent[last] as number
  // What counts things stays a whole number.
  parent[last] = Number.isInteger(figure) ? Math.max(1, Math.round(figure * by)) : figure * by
}
