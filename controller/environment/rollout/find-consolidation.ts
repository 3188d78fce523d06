import { defaultSavingPerMove } from '../../planner/planner'
import type { AsyncPlanner } from '../../planner/planner-pool'
import { workloadOf, type PlacementQuestion } from './workload'

/** Instances to leave because what runs on them costs less elsewhere. */
export interface Consolidation {
  /** Client tokens. */
  leaving: string[]
  /** USD. */
  savingPerHour: number
}

/**
 * Whether the environment is better off without some of its instances: fewer of them, other types, or Spot again after its capacity came
 * back. The planner's answer is checked against what will really happen, which is that only the processes of the leaving instances
 * move and everything else stays where it is.
 */
export async function findConsolidation(
  question: PlacementQuestion,
  planner: AsyncPlanner,
): Promise<Consolidation | undefined> {
  const workload = workloadOf(question)
  const leaving = (await planner(workload)).retire
  if (leaving.length === 0) return undefined
  const stayPut = { ...workload, minimumSavingPerMove: Infinity }
  const without = await planner({
    ...stayPut,
    fleet: workload.fleet.filter(({ id }) => !leaving.includes(id)),
  })
  const savingPerHour = (await planner(stayPut)).costPerHour - without.costPerHour
  const moved = question.status.processes.filter(({ clientToken }) => leaving.includes(clientToken)).length
  const isWorthIt = savingPerHour > 0 && savingPerHour >= moved * defaultSavingPerMove
  return isWorthIt && without.unplaced.length === 0 ? { leaving, savingPerHour } : undefined
}
