import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Workload } from '../../../../controller/planner/planner'
import { pythonTool } from '../../../python/python-tool'
import { percent, shareOf, spread } from '../figures'
import { rounding, withFiles, type Planned, type Rival } from '../rival'
import { runForOutput } from '../run-for-output'

const solverPython = pythonTool(['ortools==9.15.6755'], 'Solving workloads independently')

const answerSchema = z.object({
  costPerHour: z
    .number()
    .nullable()
    .transform((cost) => cost ?? Infinity),
  lowerBoundPerHour: z.number(),
  seconds: z.number(),
  planFaults: z.array(z.string()),
})

type Answer = z.infer<typeof answerSchema>

/**
 * The solver beside this file, which shares no code with the planner and starts from its plan.
 * @param seconds that it may take for each workload
 * @throws where there is no Python
 */
export async function independentSolver(seconds: number): Promise<Rival> {
  const missing = solverPython.missing()
  if (missing) throw new Error(missing)
  const python = await solverPython.ensure()
  const solver = join(dirname(fileURLToPath(import.meta.url)), 'solve.py')
  return {
    async compare(planned) {
      const answers: [Planned, Answer][] = []
      for (const one of planned.filter(({ workload }) => launchesOnly(workload))) {
        const output = await withFiles([one.workload, one.plan], ([workload = '', plan = '']) =>
          // Without files of compiled code, which would lie beside the sources.
          runForOutput(python, ['-B', solver, workload, String(seconds), '--plan', plan]),
        )
        answers.push([one, answerSchema.parse(JSON.parse(output))])
      }
      if (answers.length === 0) return { rows: [], faults: [] }
      return { rows: rowsOf(answers), faults: answers.flatMap(([one, answer]) => faultsOf(one, answer)) }
    },
  }
}

/** It knows no instances that run but cannot be launched any more. */
const launchesOnly = ({ fleet = [], offerings }: Workload) => {
  const pools = new Set(offerings.map(poolOf))
  return fleet.every((instance) => pools.has(poolOf(instance)))
}

const poolOf = ({ instanceType, zone, market }: { instanceType: string; zone: string; market: string }) =>
  `${instanceType} ${zone} ${market}`

function rowsOf(answers: [Planned, Answer][]): [string, string][] {
  const figures = (of: (one: Planned, answer: Answer) => number) =>
    spread(
      answers.map(([one, answer]) => (one.plan.costPerHour > 0 ? of(one, answer) : 0)),
      percent,
    )
  const isProven = ([, answer]: [Planned, Answer]) =>
    answer.costPerHour <= answer.lowerBoundPerHour * (1 + rounding)
  return [
    [
      'gap to independent bound',
      figures(({ plan }, { lowerBoundPerHour }) => plan.costPerHour / lowerBoundPerHour - 1),
    ],
    ['cost above best known', figures(({ plan }, { costPerHour }) => plan.costPerHour / costPerHour - 1)],
    ['proven independently', shareOf(answers, isProven)],
  ]
}

function faultsOf({ plan }: Planned, answer: Answer): string[] {
  const isAbove = (bound: number, cost: number) => bound > cost * (1 + rounding)
  return [
    ...answer.planFaults,
    ...(isAbove(plan.lowerBoundPerHour, answer.costPerHour)
      ? [`The bound ${plan.lowerBoundPerHour} is above a packing of ${answer.costPerHour}.`]
      : []),
    ...(isAbove(answer.lowerBoundPerHour, plan.costPerHour)
      ? [`The independent bound ${answer.lowerBoundPerHour} is above the plan's ${plan.costPerHour}.`]
      : []),
  ]
}
