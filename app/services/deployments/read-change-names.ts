import type { DeploymentChange } from '../../../core/deployment/deployment-state'
import type { ApplicationSpec } from '../../../core/resources/application'
import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { EnvironmentDeployments } from './deployment-views'

type ChangeJson = EnvironmentDeployments['deployments'][number]['changes'][number]

type Snapshot = Pick<ApplicationSpec, 'versionId'> &
  Partial<Pick<ApplicationSpec, 'name' | 'versionName' | 'tag'>>

/** An application as a deployment found it and as it leaves it, as far as that is known. */
export interface Snapshots {
  before?: Snapshot | undefined
  after?: Snapshot | undefined
}

/**
 * Reads the names that `changes` speak of, as they are now. What is gone is called as it was when it was deployed, or just that.
 *
 * @param previousVersionIds of the versions that `snapshots` will speak of
 */
export async function readChangeNames(
  changes: DeploymentChange[],
  previousVersionIds: string[] = [],
): Promise<(change: DeploymentChange, snapshots?: Snapshots) => ChangeJson> {
  const applications = await Application.findAll({
    where: { id: changes.map(({ applicationId }) => applicationId) },
  })
  const versions = await ApplicationVersion.findAll({
    where: { id: [...changes.flatMap(({ versionId }) => versionId ?? []), ...previousVersionIds] },
  })
  const applicationNames = new Map(applications.map(({ id, name }) => [id, name]))
  const versionNames = new Map(versions.map(({ id, name }) => [id, name]))
  const versionTags = new Map(versions.map(({ id, dockerTag }) => [id, dockerTag]))
  const nameOf = (versionId: string, snapshot: Snapshot | undefined) =>
    versionNames.get(versionId) ?? snapshot?.versionName ?? 'a deleted version'
  return ({ type, applicationId, versionId }, { before, after } = {}) => ({
    type,
    applicationId,
    applicationName:
      applicationNames.get(applicationId) ?? after?.name ?? before?.name ?? 'a deleted application',
    ...(versionId && {
      versionName: nameOf(versionId, after),
      versionTag: versionTags.get(versionId) ?? after?.tag,
    }),
    ...(before && { previousVersionName: nameOf(before.versionId, before) }),
  })
}
