import { applyChanges } from '../../core/deployment/apply-changes'
import type { DeploymentChange } from '../../core/deployment/deployment-state'
import type { ApplicationSpec } from '../../core/resources/application'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { readApplications } from '../../db/read-applications'
import { findLive } from './standing'

/**
 * What an environment runs after `changes`: what is live now, with the changed applications as their rows say at this moment.
 *
 * @throws DomainError if an application or version of the changes is gone
 */
export const takeSnapshot = async (
  environmentId: string,
  changes: DeploymentChange[],
): Promise<ApplicationSpec[]> =>
  applyChanges(await loadLiveApplications(environmentId), changes, await readApplications(changes))

async function loadLiveApplications(environmentId: string): Promise<ApplicationSpec[]> {
  const live = await findLive(environmentId)
  const version = live?.environmentVersionId && (await EnvironmentVersion.findByPk(live.environmentVersionId))
  return version ? version.applications : []
}
