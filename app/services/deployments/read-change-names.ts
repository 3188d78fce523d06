import type { DeploymentChange } from '../../../core/deployment-state'
import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { EnvironmentDeployments } from './deployment-views'

type ChangeJson = EnvironmentDeployments['deployments'][number]['changes'][number]

/** Reads the names that `changes` speak of. Applications and versions that are gone are called just that. */
export async function readChangeNames(
  changes: DeploymentChange[],
): Promise<(change: DeploymentChange) => ChangeJson> {
  const applications = await Application.findAll({
    where: { id: changes.map(({ applicationId }) => applicationId) },
  })
  const versions = await ApplicationVersion.findAll({
    where: { id: changes.flatMap(({ versionId }) => versionId ?? []) },
  })
  const applicationNames = new Map(applications.map(({ id, name }) => [id, name]))
  const versionNames = new Map(versions.map(({ id, name }) => [id, name]))
  return ({ type, applicationId, versionId }) => ({
    type,
    applicationId,
    applicationName: applicationNames.get(applicationId) ?? 'a deleted application',
    ...(versionId && { versionName: versionNames.get(versionId) ?? 'a deleted version' }),
  })
}
