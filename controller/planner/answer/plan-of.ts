import { isUsed, placedBy, type Draft, type RunningInstance } from '../fleet/draft'
import type { Demand } from '../model/demand'
import type { SizedOffering } from '../model/instance-classes'
import { costTolerance } from '../model/packing-problem'
import type { Plan, Workload } from '../model/plan'
import { proofTolerance } from '../search/incumbent'
import { movesOf, roundedPrice } from './moves'
import { choosePools } from './pools'
import { reasonUnplaced } from './unplaced'

interface Outcome {
  workload: Workload
  drafts: Draft[]
  demands: Demand[]
  offerings: SizedOffering[]
  fleet: RunningInstance[]
  /** No plan costs less. */
  lowerBound: number
  /** Of leaving everything where it may stay, with what is new around it. */
  costOfStaying: number
  truncated: boolean
}

/** The plan with names: from which pool each launch comes, what is retired, and what moves why. */
export function planOf(outcome: Outcome): Plan {
  const { workload, drafts, demands, offerings, fleet, lowerBound, costOfStaying, truncated } = outcome
  const pooled = choosePools(drafts.filter(isUsed), demands, offerings)
  const costPerHour = roundedPrice(pooled.reduce((sum, { cost }) => sum + cost, 0))
  const staying = new Set(pooled.flatMap(({ planned }) => planned.id ?? []))
  const { total } = placedBy(drafts, demands)
  const unplaced = demands.flatMap((demand, index) => {
    const count = demand.application.count - total[index]!
    if (count <= 0) return []
    return { application: demand.application.name, count, reason: reasonUnplaced(demand, offerings, count) }
  })
  const provenOptimal = costPerHour <= lowerBound * (1 + proofTolerance) + costTolerance
  return {
    instances: pooled.map(({ planned }) => planned),
    retire: (workload.fleet ?? []).map(({ id }) => id).filter((id) => !staying.has(id)),
    unplaced,
    costPerHour,
    lowerBoundPerHour: provenOptimal ? costPerHour : Math.min(lowerBound, costPerHour),
    provenOptimal,
    truncated,
    moves: movesOf(fleet, pooled, demands, costOfStaying - costPerHour),
  }
}
