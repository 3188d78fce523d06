import { poolOf } from '../../../core/catalogue/pool'
import { instancePerHour } from '../../../core/charges/charges'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import { defaultSavingPerMove, type Plan, type Workload } from '../../planner/planner'
import type { AsyncPlanner } from '../../planner/planner-pool'
import { describeMove } from './describe-move'
import { workloadOf, type PlacementQuestion } from './workload'

/** Instances to leave because what runs on them costs less elsewhere. */
interface Consolidation {
  /** Client tokens. */
  leaving: string[]
  /** USD. */
  savingPerHour: number
  /** The move and its reason, in words for people. */
  why: string
}

/** The outcome of a review of the fleet. */
export interface FleetReview {
  /** A cheaper fleet; undefined where none is worth its moves. */
  consolidation: Consolidation | undefined
  /** Bound on the distance of the present fleet from the cheapest possible. */
  proof: EnvironmentStatus['proof']
}

/**
 * Whether the environment is better off without some of its instances: fewer of them, other types, or Spot again after its capacity came
 * back. The planner's answer is checked against what will really happen, which is that only the processes of the leaving instances
 * move and everything else stays where it is.
 * @param launchPremium see `Workload`.
 */
export async function reviewFleet(
  question: PlacementQuestion,
  planner: AsyncPlanner,
  launchPremium = 0,
): Promise<FleetReview> {
  const workload = { ...workloadOf(question), launchPremium }
  const best = await planner(workload)
  const { retire: leaving, lowerBoundPerHour } = best
  const proofOf = ({ costPerHour }: Plan) => ({ costPerHour, lowerBoundPerHour })
  if (leaving.length === 0) return { consolidation: undefined, proof: proofOf(best) }
  const stayPut = { ...workload, minimumSavingPerMove: Infinity, withoutProof: true }
  const present = await planner(stayPut)
  const without = await planner({
    ...stayPut,
    fleet: workload.fleet.filter(({ id }) => !leaving.includes(id)),
  })
  const savingPerHour = present.costPerHour - without.costPerHour
  const moved = question.status.processes.filter(({ clientToken }) => leaving.includes(clientToken)).length
  const leastSaving = moved * defaultSavingPerMove + launchPremium * costOfLaunched(workload, without)
  const isWorthIt = savingPerHour > 0 && savingPerHour >= leastSaving
  if (!isWorthIt || without.unplaced.length > 0) return { consolidation: undefined, proof: proofOf(present) }
  const why = `${describeMove(question, leaving, without)}: saves $${savingPerHour.toFixed(4)}/h.`
  return { consolidation: { leaving, savingPerHour, why }, proof: undefined }
}

/** USD an hour, whatever runs on them. */
function costOfLaunched({ offerings }: Workload, { instances }: Plan): number {
  const prices = new Map(offerings.map((offering) => [poolOf(offering), offering.pricePerHour]))
  return instances
    .filter(({ id }) => id === undefined)
    .reduce((sum, launched) => sum + (prices.get(poolOf(launched)) ?? 0) + instancePerHour, 0)
}
