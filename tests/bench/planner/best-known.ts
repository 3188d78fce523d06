import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createPlanner, type Plan, type Workload } from '../../../controller/planner/planner'

const file = new URL('best-known.json', import.meta.url)
const costs = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>

/** USD per hour of the cheapest plan that any run has found; undefined where none has looked. */
export const bestKnownCost = (workload: Workload): number | undefined => costs[keyOf(workload)]

/** Keeps the cheapest of the plan, what is known, and what other seeds find, with so much time for each; a proven plan needs no others. */
export async function lookForBest(workload: Workload, plan: Plan, deadlineMilliseconds: number) {
  const found = [plan.costPerHour]
  for (const seed of plan.provenOptimal ? [] : [2, 3]) {
    const planner = await createPlanner({ deadlineMilliseconds, now: () => performance.now(), seed })
    found.push(planner(workload).costPerHour)
  }
  const least = Math.min(...found, bestKnownCost(workload) ?? Infinity)
  costs[keyOf(workload)] = Math.round(least * 1e9) / 1e9
  const sorted = Object.entries(costs).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}

/** Changes with the workload, so that nothing is compared with another's cost. */
const keyOf = (workload: Workload) =>
  createHash('sha256').update(JSON.stringify(workload)).digest('hex').slice(0, 12)
