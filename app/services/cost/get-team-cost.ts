import { leftOutOfBills } from '../../../core/charges/charges'
import { listGoneSince } from '../../../db/queries/deleted-environments'
import { listSamplesOf } from '../../../db/queries/environment-samples'
import { Environment } from '../../../db/models/environment'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { byName, groupedBy } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { TeamCost } from './cost-views'
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
}

/** What each environment of a team costs in the month: by name, then those that were deleted in it, the last first. */
export async function readTeamCost(
  { sequelize, clock }: Dependencies,
  { teamId }: HumanActor,
): Promise<CostOfOne[]> {
  const now = clock.now()
  const environments = await Environment.findAll({
    attributes: ['id', 'name', 'budgetUsd', 'createdAt'],
    where: { teamId },
  })
  const ids = environments.map(({ id }) => id)
  const [samples, gone] = await Promise.all([
    listSamplesOf(sequelize, ids, samplesSince(now)),
    listGoneSince(sequelize, teamId, new Date(monthOf(now).fromEpoch), mostGone),
  ])
  const samplesOf = groupedBy(samples, ({ environmentId }) => environmentId)
  const costOf = ({ spent, projected, days }: MonthCost) => ({ spent, projected, days })
  return [
    ...environments
      .map(({ id, name, budgetUsd, createdAt }) => ({
        ...{ id, name },
        ...(budgetUsd > 0 && { budgetUsd }),
        ...costOf(monthCost(samplesOf.get(id) ?? [], { created: createdAt.getTime() }, now)),
      }))
      .sort(byName),
    ...gone.map(({ id, name, createdAt, deletedAt, samples }) => {
      const existed = { created: createdAt.getTime(), deleted: deletedAt.getTime() }
      return { id, name, deletedEpoch: existed.deleted, ...costOf(monthCost(samples, existed, now)) }
    }),
  ]
}

/** What all environments of the team have cost this month, together and each. */
export async function getTeamCost(dependencies: Dependencies, actor: HumanActor): Promise<TeamCost> {
  requireAccess(actor, 'member')
  const all = await readTeamCost(dependencies, actor)
  return {
    month: monthOf(dependencies.clock.now()).name,
    leavesOut: [...leftOutOfBills],
    spent: addedUp(all.map(({ spent }) => spent)),
    projected: addedUp(all.map(({ projected }) => projected)),
    environments: all.map(({ days: _, ...environment }) => environment),
  }
}
