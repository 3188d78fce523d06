import { WorkerPool } from '../../core/workers/worker-pool'
import type { Plan, PlannerOptions, Workload } from './planner'

/** A planner that may be in another thread. */
export type AsyncPlanner = (workload: Workload) => Plan | Promise<Plan>

/** A planner in a thread of its own: whoever asks it does other things meanwhile. */
export function createPlannerPool(
  options: Pick<PlannerOptions, 'deadlineMilliseconds' | 'seed'>,
): AsyncPlanner {
  const pool = new WorkerPool({ module: new URL('./plan-job', import.meta.url), data: options })
  return async (workload) => (await pool.run('plan', workload)) as Plan
}
