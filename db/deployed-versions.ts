import { literal, type ProjectionAlias, type WhereOptions } from 'sequelize'
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
