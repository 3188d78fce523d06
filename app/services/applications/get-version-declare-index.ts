import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { VersionDeclareIndex } from './application-views'
import { findAutoDeployTarget } from './set-auto-deploy-target'
import { requireOwn } from '../access/own'

/** The content of the form for declaring a version. */
export async function getVersionDeclareIndex(
  _dependencies: Dependencies,
  actor: HumanActor,
  applicationId: string,
): Promise<VersionDeclareIndex> {
  const application = await requireOwn('application', actor, applicationId)
  const target = await findAutoDeployTarget(application)
  return {
    id: application.id,
    name: application.name,
    integrationId: application.integrationId,
    dockerBaseUrl: application.image,
    allowAutoDeploy: target !== undefined,
    autoDeployEnvironmentName: target?.name,
  }
}
