import { Histogram, type Registry } from 'prom-client'
import type { AsyncPlanner } from '../planner/planner-pool'

/** A planner of which time and proven gap are measured. */
export function observePlanner(planner: AsyncPlanner, registry: Registry): AsyncPlanner {
  const duration = new Histogram({
    name: 'sdo_plan_duration_seconds',
    help: 'How long the planner took for a plan.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
    registers: [registry],
  })
  const gap = new Histogram({
    name: 'sdo_plan_gap_ratio',
    help: 'By which part of its cost a plan may be dearer than the cheapest there is, at most.',
    buckets: [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
    registers: [registry],
  })
  return async (workload) => {
    const endTimer = duration.startTimer()
    const plan = await planner(workload)
    endTimer()
    const { costPerHour, lowerBoundPerHour } = plan
    if (costPerHour > 0) gap.observe(Math.max(0, costPerHour - lowerBoundPerHour) / costPerHour)
    return plan
  }
}
