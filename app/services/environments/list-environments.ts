import { byName } from '../../../core/sorting'
import { Environment } from '../../../db/models/environment'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import type { EnvironmentList } from './environment-views'
import { toEnvironmentStatusJson } from './to-environment-status-json'

/** The team's environments, by name. */
export async function listEnvironments(
  _dependencies: Dependencies,
  { teamId }: HumanActor,
): Promise<EnvironmentList> {
  const environments = await Environment.findAll({
    attributes: ['id', 'name', 'statusType', 'statusMessage', 'deletingAt'],
    where: { teamId },
    raw: true,
  })
  return {
    environments: environments.sort(byName).map((environment) => {
      const { statusType, statusMessage } = toEnvironmentStatusJson(environment)
      return { id: environment.id, name: environment.name, statusType, statusMessage }
    }),
  }
}
