import { expect, it } from 'vitest'
import { workloadOf } from '../../tests/bench/planner/workloads'
import { createPlanner } from './planner'
import { createPlannerPool } from './planner-pool'

it('answers from another thread what a planner answers in this one', async () => {
  const options = { deadlineMilliseconds: 5_000, seed: 7 }
  const pool = createPlannerPool(options)
  const planner = await createPlanner(options)
  const workload = workloadOf(1, 2, 6)
  for (const asked of [workload, { ...workload, minimumSavingPerMove: Infinity }])
    expect(await pool(asked)).toEqual(planner(asked))
})
