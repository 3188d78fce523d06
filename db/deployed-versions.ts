import { col, fn, literal, type ProjectionAlias, type WhereOptions } from 'sequelize'
import type { ApplicationSpec } from '../core/resources/application'
import { EnvironmentVersion } from './models/environment-version'

/** Which version of an application is deployed, without how it is configured. */
export type DeployedVersion = Pick<ApplicationSpec, 'applicationId' | 'name' | 'versionId' | 'versionName'>

const fields = ['applicationId', 'name', 'versionId', 'versionName'] satisfies (keyof DeployedVersion)[]

const deployed: ProjectionAlias = [
  literal(
    `(SELECT coalesce(jsonb_agg(jsonb_build_object(${fields
      .map((field) => `'${field}', one->'${field}'`)
      .join(', ')})), '[]') FROM jsonb_array_elements(applications) AS one)`,
  ),
  'applications',
]

interface DeployedVersions {
  id: string
  environmentId: string
  applications: DeployedVersion[]
}

/** Snapshots of several environments: with the variables of all their applications they may take more memory than a process has. */
export const findDeployedVersions = (where: WhereOptions<EnvironmentVersion>): Promise<DeployedVersions[]> =>
  EnvironmentVersion.findAll({ where, attributes: ['id', 'environmentId', deployed] })

/** Snapshots with what they hold; with `applicationId`, of this application alone. */
export const findSnapshots = (
  where: WhereOptions<EnvironmentVersion>,
  applicationId?: string,
): Promise<Pick<EnvironmentVersion, 'id' | 'applications'>[]> =>
  EnvironmentVersion.findAll({
    where,
    attributes: ['id', applicationId === undefined ? 'applications' : only(applicationId)],
  })

const only = (applicationId: string): ProjectionAlias => [
  fn(
    'jsonb_path_query_array',
    col('applications'),
    literal(`'$[*] ? (@.applicationId == $id)'`),
    JSON.stringify({ id: applicationId }),
  ),
  'applications',
]
