import { findEnvironments } from '../../../db/find-environments'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { ApplicationDetail } from './application-views'
import { readDeletion } from './read-deletion'
import { findVariableNameClash } from './variable-name-clash'
import { requireOwn } from '../access/own'

/** An application with the environments that its versions may be deployed to by themselves. */
export async function getApplication(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<ApplicationDetail> {
  const application = await requireOwn('application', actor, id)
  const sharesVariablesWith = await findVariableNameClash(actor.teamId, application.name, application.id)
  const environments = await findEnvironments({ teamId: actor.teamId, deletingAt: null })
  return {
    id: application.id,
    name: application.name,
    integrationId: application.integrationId,
    deletion: await readDeletion(dependencies, application),
    ...(sharesVariablesWith !== undefined && { sharesVariablesWith }),
    environments: environments.sort(byName).map(({ id, name }) => ({
      id,
      name,
      autoDeployTarget: id === application.autoDeployEnvironmentId,
    })),
  }
}
