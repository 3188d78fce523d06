import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { budget, tuned } from '../../../controller/planner/search/strategy'
import type { Workload } from '../../../controller/planner/planner'
import { percent } from './figures'
import { fragmented, overSpotLimit } from './fleets'
import { workloadOf } from './workloads'

const run = promisify(execFile)

export interface TuningOutcome {
  /** USD per hour. */
  cost: number
  /** USD per hour. */
  bound: number
}

const seeds = [1, 2, 3, 4]

/** Every kind of packing, with the time that production gives it; more for many processes. */
export const tuningWorkloads = (): { workload: Workload; deadlineMilliseconds: number }[] => [
  ...seeds.map((seed) => ({ workload: workloadOf(seed, 12, 40), deadlineMilliseconds: 200 })),
  ...seeds.map((seed) => ({ workload: workloadOf(seed, 20, 100), deadlineMilliseconds: 200 })),
  ...seeds.map((seed) => ({ workload: workloadOf(seed, 40, 100), deadlineMilliseconds: 200 })),
  { workload: overSpotLimit(workloadOf(101, 20, 60), 1), deadlineMilliseconds: 200 },
  { workload: fragmented(workloadOf(102, 20, 60), 2), deadlineMilliseconds: 200 },
  { workload: workloadOf(1, 100, 1000), deadlineMilliseconds: 1000 },
]

/** The path of each figure. */
const pathsOf = (figures: object, above: string): string[] =>
  Object.entries(figures).flatMap(([name, value]) => {
    const path = `${above}.${name}`
    if (typeof value === 'number') return [path]
    return Array.isArray(value) ? [] : pathsOf(value as object, path)
  })

/** Halves and doubles each figure of the strategy in turn, in a process of its own, and prints what that does to costs and bounds. */
export async function tune(): Promise<void> {
  const usual = await plan()
  const again = [await plan(), await plan(), await plan()]
  const noise = again.map((outcomes) => meanOf(outcomes, usual, 'cost'))
  console.log(`The same figures again: cost ${noise.map(signed).join(', ')}`)
  console.log('| figure | cost with half | with twice | bound with half | with twice |')
  console.log('| --- | ---: | ---: | ---: | ---: |')
  for (const path of [...pathsOf(budget, 'budget'), ...pathsOf(tuned, 'tuned')]) {
    const ways = [await plan(path, 0.5), await plan(path, 2)]
    const cells = (['cost', 'bound'] as const).flatMap((kind) =>
      ways.map((outcomes) => signed(meanOf(outcomes, usual, kind))),
    )
    console.log(`| \`${path}\` | ${cells.join(' | ')} |`)
  }
}

async function plan(path = '', factor = 1): Promise<TuningOutcome[]> {
  const program = fileURLToPath(new URL('tuned-costs.ts', import.meta.url))
  const { stdout } = await run(process.execPath, ['--import', 'tsx', program, path, String(factor)])
  return JSON.parse(stdout) as TuningOutcome[]
}

const meanOf = (outcomes: TuningOutcome[], usual: TuningOutcome[], kind: keyof TuningOutcome) =>
  outcomes.reduce(
    (sum, outcome, index) => sum + outcome[kind] / (usual[index]?.[kind] ?? Number.NaN) - 1,
    0,
  ) / outcomes.length

const signed = (share: number) => `${share >= 0 ? '+' : ''}${percent(share)}`
