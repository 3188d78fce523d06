import { byName } from '../../../core/sorting'
import type { Environment } from '../../../db/models/environment'
import { select } from '../../../db/select'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import type { EnvironmentList } from './environment-views'
import { toEnvironmentStatusJson } from './to-environment-status-json'

type Row = Pick<Environment, 'id' | 'name' | 'statusType' | 'statusMessage' | 'deletingAt'>

const selectEnvironments = `
  SELECT id, name, status_type AS "statusType", status_message AS "statusMessage", deleting_at AS "deletingAt"
  FROM environments WHERE team_id = $1`

/** The team's environments, by name. */
export async function listEnvironments(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
): Promise<EnvironmentList> {
  const environments = await select<Row>(sequelize, selectEnvironments, [teamId])
  return {
    environments: environments.sort(byName).map((environment) => {
      const { statusType, statusMessage } = toEnvironmentStatusJson(environment)
      return { id: environment.id, name: environment.name, statusType, statusMessage }
    }),
  }
}
