import type { ApplicationSpec } from '../../../core/resources/application'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { readNames, renamed } from '../../../db/read-names'

/** Deployment to application to what it runs of it. Deployments that are not known any more are absent. */
export type DeployedSpecs = ReadonlyMap<string, ReadonlyMap<string, ApplicationSpec>>

/** Applications of the deployments that an environment's processes belong to, under their present names. */
export async function readDeployedSpecs({ status }: Environment): Promise<DeployedSpecs> {
  const ids = new Set((status?.processes ?? []).map(({ deployment }) => deployment))
  const deployments = await Deployment.findAll({ where: { id: [...ids] } })
  const versions = await EnvironmentVersion.findAll({
    where: { id: deployments.flatMap(({ environmentVersionId }) => environmentVersionId ?? []) },
  })
  const names = await readNames(versions.flatMap(({ applications }) => applications))
  const specsByVersion = new Map(
    versions.map(({ id, applications }) => [
      id,
      new Map(applications.map((spec) => [spec.applicationId, renamed(spec, names)])),
    ]),
  )
  return new Map(
    deployments.map(({ id, environmentVersionId }) => [
      id,
      specsByVersion.get(environmentVersionId ?? '') ?? new Map<string, ApplicationSpec>(),
    ]),
  )
}
