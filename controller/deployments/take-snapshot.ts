import { applyChanges } from '../../core/deployment/apply-changes'
import { withDigests } from '../../core/deployment/image-digests'
import { withRestarts } from '../../core/deployment/with-restarts'
import type { ApplicationSpec } from '../../core/resources/application'
import type { Deployment } from '../../db/models/deployment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { readApplications } from '../../db/read-applications'
import { withPresentNames } from '../../db/read-names'
import { readRestored } from '../../db/read-restored'
import { findLive } from './active-deployments'

/**
 * Computes the contents of an environment after a deployment: what it goes back to, as that ran then; or what is live now, with the changed
 * applications as their rows say at this moment, or new processes of them; and the bytes of their images that were approved.
 *
 * @throws DomainError if an application or version of it is gone
 */
export const takeSnapshot = async (deployment: Deployment): Promise<ApplicationSpec[]> =>
  withDigests(await contentsAfter(deployment), deployment.approvedDigests)

async function contentsAfter(deployment: Deployment): Promise<ApplicationSpec[]> {
  const { environmentId, restoresVersionId, kind, changes, createdAt } = deployment
  if (restoresVersionId) return readRestored(restoresVersionId)
  const live = await loadLiveApplications(environmentId)
  return kind === 'restart'
    ? withRestarts(live, changes, createdAt.getTime())
    : applyChanges(live, changes, await readApplications(environmentId, changes))
}

async function loadLiveApplications(environmentId: string): Promise<ApplicationSpec[]> {
  const live = await findLive(environmentId)
  const version = live?.environmentVersionId && (await EnvironmentVersion.findByPk(live.environmentVersionId))
  // Two may have changed their names: nobody is to be told the address of one under the name of the other.
  return version ? withPresentNames(version.applications) : []
}
