import { billOf } from '../../../core/charges/bill'
import { costLineCodes } from '../../../core/environment-log/lines'
import { billedOf } from '../../../core/resources/billed'
import { listSamples } from '../../../db/queries/environment-samples'
import { listLinesOfCodes } from '../../../db/queries/log-lines'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { costChanges } from './cost-changes'
import type { EnvironmentCost } from './cost-views'
import { leavesOutOf } from './leaves-out'
import { monthCost, monthOf, samplesSince } from './month-cost'

/** An hour's ten, and what a large fleet logs in some days. */
const mostLines = 500

/** What an environment has cost this month, will cost until its end, and why that changed. @throws DomainError `not-found` */
export async function getEnvironmentCost(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentCost> {
  const environment = await requireOwn('environment', actor, id)
  const now = clock.now()
  const since = monthOf(now).fromEpoch
  const [samples, lines] = await Promise.all([
    listSamples(sequelize, id, samplesSince(now)),
    listLinesOfCodes(sequelize, {
      environmentId: id,
      codes: costLineCodes,
      since: new Date(since),
      limit: mostLines,
    }),
  ])
  // Of what is older than the lines that were read, nobody knows why.
  const told = lines.length < mostLines ? since : (lines.at(-1)?.createdAt.getTime() ?? since)
  return {
    id,
    name: environment.name,
    leavesOut: leavesOutOf(environment),
    ...(environment.budgetUsd > 0 && { budgetUsd: environment.budgetUsd }),
    costPerHour: billOf(billedOf(environment.status)).total,
    ...monthCost(samples, { created: environment.createdAt.getTime() }, now),
    changes: costChanges(samples, lines, told),
  }
}
