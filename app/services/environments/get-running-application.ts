import { requireApplication } from '../access/require-application'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { notDeployed } from '../deployments/requested-changes'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import { listRunningApplications, type RunningApplication } from './list-running-applications'

/**
 * What one application has in an environment: what goes when it is removed.
 *
 * @throws DomainError `not-found`; `conflict` where it is not deployed, or its removal is queued already
 */
export async function getRunningApplication(
  dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, applicationId }: { environmentId: string; applicationId: string },
): Promise<{ environmentName: string; application: RunningApplication }> {
  const { environmentName, applications } = await listRunningApplications(dependencies, actor, environmentId)
  const { id, name } = await requireApplication(actor, applicationId)
  const application = applications.find((running) => running.applicationId === id)
  const isAhead = versionsAhead(await readEnvironmentContents(environmentId)).has(id)
  if (!application || !isAhead) throw notDeployed(name, environmentName)
  return { environmentName, application }
}
