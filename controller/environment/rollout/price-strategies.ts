import { spotStrategies, type EnvironmentStatus } from '../../../core/resources/environment'
import { fingerprintOf } from '../../../core/resources/fingerprint'
import type { Plan } from '../../planner/planner'
import type { AsyncPlanner } from '../../planner/planner-pool'
import type { Demand } from '../workload/goal'
import { workloadOf, type PlacementQuestion } from './workload'

type StrategyCosts = EnvironmentStatus['strategyCosts']

/** Identifies how many processes of which size are wanted, whatever they run: what they cost holds while this stays. */
export const fingerprintOfWanted = (wanted: readonly Demand[]): string =>
  fingerprintOf(
    wanted.map(({ application: { applicationId, cpu, memoryMb, count, maxSpotPercentage } }) => ({
      applicationId,
      cpu,
      memoryMb,
      count,
      maxSpotPercentage,
    })),
  )

/**
 * What the wanted processes would cost under each Spot strategy, on instances chosen anew: the four can be compared, and people choose by it. Planned
 * one after the other, so that whoever waits for the planner comes in between, and only where processes or prices differ from those of `last`.
 * Without a strategy under which not everything finds an instance, and without any where nothing is wanted.
 */
export async function priceStrategies(
  question: PlacementQuestion,
  planner: AsyncPlanner,
  { last, now }: { last: StrategyCosts; now: number },
): Promise<NonNullable<StrategyCosts>> {
  const workload = { ...workloadOf({ ...question, surplus: [] }), fleet: [] }
  const { applications, offerings } = workload
  // A penalty fades all the time, and is no price.
  const prices = offerings.map(({ penalty: _penalty, ...offering }) => offering)
  const wanted = fingerprintOfWanted(question.selections.map(({ demand }) => demand))
  const used = applications.map(({ cpuUsed }) => cpuUsed)
  const fingerprint = fingerprintOf({ wanted, prices, used })
  if (last?.fingerprint === fingerprint) return last
  const costs: NonNullable<StrategyCosts>['costs'] = []
  if (applications.every(({ count }) => count === 0)) return { fingerprint, wanted, plannedEpoch: now, costs }
  for (const spotStrategy of spotStrategies) {
    const plan: Plan = await planner({ ...workload, spotStrategy, withoutProof: true })
    if (plan.unplaced.length === 0) costs.push({ spotStrategy, costPerHour: plan.costPerHour })
  }
  return { fingerprint, wanted, plannedEpoch: now, costs }
}
