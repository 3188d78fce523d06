import { Op, Transaction, type WhereOptions } from 'sequelize'
import { budgetLevelOf, budgetPercent } from '../../../core/charges/budget'
import { beforeText } from '../../../core/charges/left-out'
import { Environment } from '../../../db/models/environment'
import { listSamples } from '../../../db/queries/environment-samples'
import { leavesOutOf } from '../cost/leaves-out'
import { monthCost, monthOf, samplesSince } from '../cost/month-cost'
import type { Dependencies } from '../dependencies'
import { spreadNews } from './spread-news'
import { mostAtOnce, tellEach } from './tell-each'

/** A projection moves slowly. */
export const pauseMilliseconds = 10 * 60_000

/** Tells of environments whose month is projected to reach a level of their budget, once a month for each level. */
export async function tellOfBudgets(dependencies: Dependencies): Promise<void> {
  const { sequelize, clock } = dependencies
  const now = clock.now()
  const month = monthOf(now).name
  const due: WhereOptions = {
    budgetUsd: { [Op.gt]: 0 },
    deletingAt: null,
    budgetLookedAt: { [Op.or]: [null, { [Op.lt]: new Date(now - pauseMilliseconds) }] },
  }
  const found = await Environment.findAll({
    attributes: ['id'],
    where: due,
    order: [['budgetLookedAt', 'ASC NULLS FIRST']],
    limit: mostAtOnce,
  })
  const ids = found.map(({ id }) => id)
  await tellEach(dependencies, ids, async (id) => {
    const environment = await Environment.findOne({
      where: { id, ...due },
      lock: Transaction.LOCK.NO_KEY_UPDATE,
      skipLocked: true,
    })
    if (!environment) return
    const { budgetUsd, createdAt } = environment
    const samples = await listSamples(sequelize, id, samplesSince(now))
    const { projected, spent } = monthCost(samples, { created: createdAt.getTime() }, now)
    const level = budgetLevelOf(projected.usd, budgetUsd)
    const { budgetToldMonth, budgetToldUsd, budgetToldPercent } = environment
    const told = budgetToldMonth === month && budgetToldUsd === budgetUsd ? budgetToldPercent : 0
    await environment.update({
      budgetLookedAt: new Date(now),
      ...(level > told && { budgetToldMonth: month, budgetToldUsd: budgetUsd, budgetToldPercent: level }),
    })
    if (level > told)
      await tell(dependencies, environment, { month, spentUsd: spent.usd, projectedUsd: projected.usd })
  })
}

interface Projection {
  month: string
  spentUsd: number
  projectedUsd: number
}

function tell(
  dependencies: Dependencies,
  environment: Environment,
  { month, spentUsd, projectedUsd }: Projection,
): Promise<void> {
  const { id, name, teamId, budgetUsd } = environment
  const percent = budgetPercent(projectedUsd, budgetUsd)
  return spreadNews(
    dependencies,
    { kind: 'budget', environment },
    {
      teamId,
      path: `/portal/environments/detail?${new URLSearchParams({ id, name, tab: 'cost' }).toString()}`,
      link: 'What it costs, and why',
      headline: `${name} is projected to cost ${percent} % of its budget this month`,
      details: `Nothing stops at the budget. The projection is what was spent and what there is now until the month ends, ${beforeText(leavesOutOf(environment))}.`,
      facts: {
        'Month (UTC)': month,
        'So far': usd(spentUsd),
        Projected: usd(projectedUsd),
        Budget: usd(budgetUsd),
      },
      data: { month, budgetUsd, percent, spentUsd, projectedUsd },
    },
  )
}

const usd = (amount: number): string => `${amount.toFixed(2)} USD`
