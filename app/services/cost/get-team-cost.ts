import { leftOuts, type LeftOut } from '../../../core/charges/left-out'
import { listGoneSince, listKeptSamples } from '../../../db/queries/deleted-environments'
import { listSamples, type HourlySample } from '../../../db/queries/environment-samples'
import { Environment } from '../../../db/models/environment'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { TeamCost } from './cost-views'
import { leavesOutOf } from './leaves-out'
import { addedUp, monthCost, monthOf, samplesSince, type MonthCost } from './month-cost'

/** Environments that were deleted in a month; there are seldom as many. */
const mostGone = 200

/** What an environment costs in the month, by day too. */
interface CostOfOne extends Omit<MonthCost, 'month'> {
  id: string
  name: string
  /** USD a month; absent where it has none. */
  budgetUsd?: number
  /** Present where it was deleted. */
  deletedEpoch?: number
  leavesOut: LeftOut[]
}

/**
 * What each environment of a team costs in the month: by name, then those that were deleted in it, the last first. One is read after the
 * other: all samples of a team at a time would be much to hold.
 */
export async function readTeamCost(
  { sequelize, clock }: Dependencies,
  { teamId }: HumanActor,
): Promise<CostOfOne[]> {
  const now = clock.now()
  const environments = await Environment.findAll({
    attributes: ['id', 'name', 'budgetUsd', 'createdAt', 'status', 'requestMetrics'],
    where: { teamId },
  })
  const gone = await listGoneSince(sequelize, teamId, new Date(monthOf(now).fromEpoch), mostGone)
  const costs: CostOfOne[] = []
  for (const environment of environments.sort(byName)) {
    const { id, name, budgetUsd, createdAt } = environment
    const samples = await listSamples(sequelize, id, samplesSince(now))
    const { spent, projected, days } = monthCost(samples, { created: createdAt.getTime() }, now)
    const leavesOut = leavesOutOf(environment)
    costs.push({ id, name, leavesOut, spent, projected, days, ...(budgetUsd > 0 && { budgetUsd }) })
  }
  for (const { id, name, createdAt, deletedAt } of gone) {
    const existed = { created: createdAt.getTime(), deleted: deletedAt.getTime() }
    const samples = await listKeptSamples(sequelize, id)
    const { spent, projected, days } = monthCost(samples, existed, now)
    const leavesOut = leftOuts.filter((one) => !isMeasured(one, samples))
    costs.push({ id, name, leavesOut, spent, projected, days, deletedEpoch: existed.deleted })
  }
  return costs
}

/** What all environments of the team have cost this month, together and each. */
export async function getTeamCost(dependencies: Dependencies, actor: HumanActor): Promise<TeamCost> {
  requireAccess(actor, 'member')
  const all = await readTeamCost(dependencies, actor)
  return {
    month: monthOf(dependencies.clock.now()).name,
    leavesOut: leftOutOf(all),
    spent: addedUp(all.map(({ spent }) => spent)),
    projected: addedUp(all.map(({ projected }) => projected)),
    environments: all.map(({ days: _, leavesOut: __, ...environment }) => environment),
  }
}

/** What the sum over several leaves out, of one of them at least. */
export const leftOutOf = (all: readonly Pick<CostOfOne, 'leavesOut'>[]): LeftOut[] =>
  leftOuts.filter((one) => one === 'traffic' || all.some(({ leavesOut }) => leavesOut.includes(one)))

/** Whether anything of it was measured of an environment that is gone. Nobody knows whether its requests were. */
const isMeasured = (one: LeftOut, samples: readonly HourlySample[]): boolean =>
  one === 'requestMetrics' ||
  samples.some(
    ({ spentOn }) =>
      (one === 'logs' && spentOn.logBytes > 0) || (one === 'capacityUnits' && spentOn.capacityUnitHours > 0),
  )
