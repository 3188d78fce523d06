import { listEnvironments as readEnvironments } from '../../../db/queries/environments'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { EnvironmentList } from './environment-views'
import { toEnvironmentStatusJson } from './to-environment-status-json'

/** The team's environments, by name. */
export async function listEnvironments(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
): Promise<EnvironmentList> {
  const environments = await readEnvironments(sequelize, teamId)
  return {
    environments: environments.sort(byName).map((environment) => {
      const { statusType, statusMessage, refusal } = toEnvironmentStatusJson(environment)
      const { id, name } = environment
      return { id, name, statusType, statusMessage, ...(refusal && { refusal }) }
    }),
  }
}
