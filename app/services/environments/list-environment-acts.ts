import type { Sequelize } from 'sequelize'
import { listActs } from '../../../db/queries/audit-entries'
import type { EnvironmentLogs } from './log-views'
import { tellAct } from './tell-act'

interface ListEnvironmentActsInput {
  teamId: string
  environmentId: string
  since: Date
  /** Null for until now. */
  before: Date | null
}

const mostActs = 500

/** Acts of people on an environment in a stretch of its log, oldest first, with who did them. */
export async function listEnvironmentActs(
  sequelize: Sequelize,
  { teamId, environmentId, since, before }: ListEnvironmentActsInput,
): Promise<EnvironmentLogs['acts']> {
  const acts = await listActs(sequelize, {
    teamId,
    environmentId,
    since,
    before,
    limit: mostActs,
  })
  return acts.reverse().map((act) => ({
    id: act.id,
    createdEpoch: act.createdAt.getTime(),
    message: `${act.actorName}${act.actorKind === 'integration' ? ' (integration user)' : ''} ${tellAct(act)}.`,
  }))
}
