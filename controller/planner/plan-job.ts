import { workerData } from 'piscina'
import { createPlanner, type PlannerOptions, type Workload } from './planner'

const planner = createPlanner(workerData as PlannerOptions)

export const plan = async (workload: Workload) => (await planner)(workload)
