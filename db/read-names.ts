import type { ApplicationSpec } from '../core/resources/application'
import { Application } from './models/application'
import { ApplicationVersion } from './models/application-version'

/** Names of applications and versions as they are now, by id; none of what is gone. */
export async function readNames(
  rows: (Pick<ApplicationSpec, 'applicationId'> & Partial<Pick<ApplicationSpec, 'versionId'>>)[],
): Promise<Map<string, string>> {
  const attributes = ['id', 'name']
  const applications = await Application.findAll({
    attributes,
    where: { id: rows.map(({ applicationId }) => applicationId) },
  })
  const versionIds = rows.flatMap(({ versionId }) => versionId ?? [])
  const versions =
    versionIds.length > 0 ? await ApplicationVersion.findAll({ attributes, where: { id: versionIds } }) : []
  return new Map([...applications, ...versions].map(({ id, name }) => [id, name]))
}

/** Applications of a snapshot under the names that they and their versions have now; what is gone keeps the one that it had. */
export async function withPresentNames(applications: ApplicationSpec[]): Promise<ApplicationSpec[]> {
  const names = await readNames(applications)
  return applications.map((application) => renamed(application, names))
}

export const renamed = (
  application: ApplicationSpec,
  names: ReadonlyMap<string, string>,
): ApplicationSpec => ({
  ...application,
  name: names.get(application.applicationId) ?? application.name,
  versionName: names.get(application.versionId) ?? application.versionName,
})
