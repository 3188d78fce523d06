import type { ApplicationSpec } from '../core/resources/application'
import { Application } from './models/application'
import { ApplicationVersion } from './models/application-version'

/** Names of applications and versions as they are now, by id; none of what is gone. */
export async function readNames(
  rows: Pick<ApplicationSpec, 'applicationId' | 'versionId'>[],
): Promise<Map<string, string>> {
  const attributes = ['id', 'name']
  const applications = await Application.findAll({
    attributes,
    where: { id: rows.map(({ applicationId }) => applicationId) },
  })
  const versions = await ApplicationVersion.findAll({
    attributes,
    where: { id: rows.map(({ versionId }) => versionId) },
  })
  return new Map([...applications, ...versions].map(({ id, name }) => [id, name]))
}
