import type { Plan, Planner, Workload } from './model/plan'
import { loadLinearSolver } from './search/linear-solver'
import type { PhaseName } from './search/strategy'
import { Planning } from './solve/planning'

export { defaultSavingPerMove } from './model/plan'
export type * from './model/plan'
export { spotLimitOf } from './model/limits'
export type { PhaseName } from './search/strategy'

export interface PlannerOptions {
  /** After so long the best so far is the answer. The effort is meant to take less; see `truncated`. */
  deadlineMilliseconds?: number
  /** Decides what is tried at random; the same seed gives the same plan. */
  seed?: number
  /** A clock in milliseconds of any origin. */
  now?: () => number
  /** A phase to leave out, to measure what it earns. */
  without?: PhaseName
  /** Told when the first complete packing is there. */
  onIncumbent?: () => void
}

export const defaultDeadlineMilliseconds = 1000

/**
 * Loads the solver (0.1 s) and answers the planner; it is synchronous from then on. A workload and its plan are plain data that
 * `structuredClone` copies whole, so a planner may as well live in a worker thread.
 */
export async function createPlanner({
  deadlineMilliseconds = defaultDeadlineMilliseconds,
  seed = 1,
  now = Date.now,
  without,
  onIncumbent,
}: PlannerOptions = {}): Promise<Planner> {
  const solver = await loadLinearSolver()
  return (workload: Workload): Plan =>
    new Planning(workload, { solver, deadlineMilliseconds, seed, now, without, onIncumbent }).plan()
}
