import {
  goesOnWithouts,
  spotStrategies,
  type EnvironmentSpec,
  type EnvironmentStatus,
} from '../../../core/resources/environment'
import { fingerprintOf } from '../../../core/resources/fingerprint'
import type { Plan, Workload } from '../../planner/planner'
import type { AsyncPlanner } from '../../planner/planner-pool'
import type { Demand } from '../workload/goal'
import { workloadOf, type PlacementQuestion } from './workload'

type StrategyCosts = EnvironmentStatus['strategyCosts']

/**
 * Identifies how many processes of which size are wanted, whatever they run, and what must be able to break: what they cost holds while this
 * stays.
 */
export const fingerprintOfWanted = (
  wanted: readonly Demand[],
  { goesOnWithout = 'NOTHING' }: Pick<EnvironmentSpec, 'goesOnWithout'>,
): string =>
  fingerprintOf([
    goesOnWithout,
    ...wanted.map(({ application: { applicationId, cpu, memoryMb, count, maxSpotPercentage } }) => ({
      applicationId,
      cpu,
      memoryMb,
      count,
      maxSpotPercentage,
    })),
  ])

/**
 * What the wanted processes would cost under each Spot strategy, and under the present one if something else were to be able to break, on
 * instances chosen anew: these can be compared, and people choose by it. Planned one after the other, so that whoever waits for the planner comes in between, and only where processes or prices differ from those of `last`.
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
  const { spotStrategy: present, goesOnWithout = 'NOTHING' } = question
  const wanted = fingerprintOfWanted(
    question.selections.map(({ demand }) => demand),
    question,
  )
  const used = applications.map(({ cpuUsed }) => cpuUsed)
  const fingerprint = fingerprintOf({ wanted, prices, used, present })
  if (last?.fingerprint === fingerprint) return last
  const costs: NonNullable<StrategyCosts>['costs'] = []
  const others: NonNullable<NonNullable<StrategyCosts>['others']> = []
  const answer = { fingerprint, wanted, plannedEpoch: now, costs, others }
  if (applications.every(({ count }) => count === 0)) return answer
  const costUnder = async (settings: Pick<Workload, 'spotStrategy' | 'goesOnWithout'>) => {
    const plan: Plan = await planner({ ...workload, ...settings, withoutProof: true })
    return plan.unplaced.length === 0 ? [{ costPerHour: plan.costPerHour }] : []
  }
  for (const spotStrategy of spotStrategies)
    for (const cost of await costUnder({ spotStrategy, goesOnWithout })) costs.push({ spotStrategy, ...cost })
  for (const other of goesOnWithouts.filter((one) => one !== goesOnWithout)) {
    const settings = { spotStrategy: present, goesOnWithout: other }
    for (const cost of await costUnder(settings)) others.push({ ...settings, ...cost })
  }
  return answer
}
