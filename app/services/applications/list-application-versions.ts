import { newestFirst } from '../../../core/sorting'
import type { ApplicationVersion } from '../../../db/models/application-version'
import { select } from '../../../db/select'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import type { ApplicationVersions } from './application-views'
import { requireApplication } from './require-application'

type Row = Pick<ApplicationVersion, 'id' | 'name' | 'dockerTag' | 'createdAt' | 'autoDeploy'>

const selectVersions = `
  SELECT id, name, docker_tag AS "dockerTag", created_at AS "createdAt", auto_deploy AS "autoDeploy"
  FROM application_versions WHERE application_id = $1`

/** The versions of an application, newest first. */
export async function listApplicationVersions(
  { sequelize }: Dependencies,
  actor: HumanActor,
  applicationId: string,
): Promise<ApplicationVersions> {
  const application = await requireApplication(actor, applicationId)
  const versions = await select<Row>(sequelize, selectVersions, [application.id])
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
