import { expect, it } from 'vitest'
import { workloadOf } from '../../tests/bench/planner/workloads'
import { createPlanner } from './planner'
import { createPlannerPool } from './planner-pool'

it('answers from another thread what a planner answers in this one', async () => {
  const options = { deadlineMilliseconds: 20_000, seed: 7 }
  const pool = createPlannerPool(options)
  const planner = await createPlanner(options)
  for (const workload of [workloadOf(1, 3, 12), { ...workloadOf(2, 2, 8), minimumSavingPerMove: Infinity }]) {
    const { truncated, ...plan } = planner(workload)
    expect(truncated).toBe(false)
    expect(await pool(workload)).toMatchObject(plan)
  }
})
