import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { notDeployed } from '../deployments/requested-changes'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import { toRunningApplicationJson, type RunningApplication } from './list-running-applications'
import { requireOwn } from '../access/own'

/**
 * An application's processes and load balancers in an environment, which go when it is removed.
 *
 * @throws DomainError `not-found`; `conflict` where it is not deployed, or its removal is queued already
 */
export async function getRunningApplication(
  _dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, applicationId }: { environmentId: string; applicationId: string },
): Promise<{ environmentName: string; application: RunningApplication }> {
  const environment = await requireOwn('environment', actor, environmentId)
  const application = await requireOwn('application', actor, applicationId)
  const contents = await readEnvironmentContents(environment.id)
  if (!versionsAhead(contents).has(application.id)) throw notDeployed(application.name, environment.name)
  return {
    environmentName: environment.name,
    application: toRunningApplicationJson(application, environment),
  }
}
