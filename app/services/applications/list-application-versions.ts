import { newestFirst } from '../../../core/sorting'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import type { ApplicationVersions } from './application-views'
import { requireApplication } from './require-application'

/** The versions of an application, newest first. */
export async function listApplicationVersions(
  _dependencies: Dependencies,
  actor: HumanActor,
  applicationId: string,
): Promise<ApplicationVersions> {
  const application = await requireApplication(actor, applicationId)
  const versions = await ApplicationVersion.findAll({
    attributes: ['id', 'name', 'dockerTag', 'createdAt', 'autoDeploy'],
    where: { applicationId: application.id },
    raw: true,
  })
  return {
    versions: versions
      .map(({ id, name, dockerTag, createdAt, autoDeploy }) => ({
        id,
        name,
        dockerTag,
        createdEpoch: createdAt.getTime(),
        autoDeploy,
      }))
      .sort(newestFirst),
  }
}
