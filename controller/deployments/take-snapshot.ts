import { applyChanges } from '../../core/deployment/apply-changes'
import { withDigests } from '../../core/deployment/image-digests'
import type { ApplicationSpec } from '../../core/resources/application'
import type { Deployment } from '../../db/models/deployment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { readApplications } from '../../db/read-applications'
import { withPresentNames } from '../../db/read-names'
import { readRestored } from '../../db/read-restored'
import { findLive } from './standing'

/**
 * Computes the contents of an environment after a deployment: what it goes back to, as that ran then; or what is live now, with the changed
 * applications as their rows say at this moment, and the bytes of their images that were approved.
 *
 * @throws DomainError if an application or version of it is gone
 */
export const takeSnapshot = async ({
  environmentId,
  restoresVersionId,
  changes,
  approvedDigests,
}: Deployment): Promise<ApplicationSpec[]> =>
  withDigests(
    restoresVersionId
      ? await readRestored(restoresVersionId)
      : applyChanges(
          await loadLiveApplications(environmentId),
          changes,
          await readApplications(environmentId, changes),
        ),
    approvedDigests,
  )

async function loadLiveApplications(environmentId: string): Promise<ApplicationSpec[]> {
  const live = await findLive(environmentId)
  const version = live?.environmentVersionId && (await EnvironmentVersion.findByPk(live.environmentVersionId))
  // Two may have changed their names: nobody is to be told the address of one under the name of the other.
  return version ? withPresentNames(version.applications) : []
}
