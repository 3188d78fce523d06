import { applyChanges } from '../../core/deployment/apply-changes'
import { deploymentStates, type DeploymentChange } from '../../core/deployment/deployment-state'
import type { ApplicationSpec } from '../../core/resources/application'
import { Deployment } from '../../db/models/deployment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { readApplications } from '../../db/read-applications'

/**
 * What an environment runs after `changes`: what is live now, with the changed applications as their rows say at this moment.
 *
 * @throws DomainError if an application or version of the changes is gone
 */
export const buildSnapshot = async (
  environmentId: string,
  changes: DeploymentChange[],
): Promise<ApplicationSpec[]> =>
  applyChanges(await loadLiveApplications(environmentId), changes, await readApplications(changes))

async function loadLiveApplications(environmentId: string): Promise<ApplicationSpec[]> {
  const live = await Deployment.findOne({ where: { environmentId, state: deploymentStates.LIVE } })
  const version = live?.environmentVersionId && (await EnvironmentVersion.findByPk(live.environmentVersionId))
  return version ? version.applications : []
}
