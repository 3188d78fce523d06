import type { Environment } from '../../../db/models/environment'
import { select } from '../../../db/select'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { EnvironmentList } from './environment-views'
import { toEnvironmentStatusJson } from './to-environment-status-json'

type Row = Pick<
  Environment,
  'id' | 'name' | 'awsAccountId' | 'status' | 'statusType' | 'statusMessage' | 'deletingAt'
>

/** Of a status, which may be long, only what says why an environment is not well. */
const selectEnvironments = `
  SELECT id, name, aws_account_id AS "awsAccountId", status_type AS "statusType", status_message AS "statusMessage",
    deleting_at AS "deletingAt",
    CASE WHEN status_type <> 'READY' THEN jsonb_build_object('conditions', coalesce(status->'conditions', '[]')) END AS status
  FROM environments WHERE team_id = $1`

/** The team's environments, by name. */
export async function listEnvironments(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
): Promise<EnvironmentList> {
  const environments = await select<Row>(sequelize, selectEnvironments, [teamId])
  return {
    environments: environments.sort(byName).map((environment) => {
      const { statusType, statusMessage, refusal } = toEnvironmentStatusJson(environment)
      const { id, name } = environment
      return { id, name, statusType, statusMessage, ...(refusal && { refusal }) }
    }),
  }
}
