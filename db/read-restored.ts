import { declareMessages } from '../core/messages/declare-messages'
import { DomainError } from '../core/errors'
import type { ApplicationSpec } from '../core/resources/application'
import { EnvironmentVersion } from './models/environment-version'
import { readNames, renamed } from './read-names'

const { snapshotGone, contentGone } = declareMessages('restores', {
  snapshotGone: 'What it goes back to is no longer kept.',
  contentGone: (gone: string[]) =>
    `It can not run again, because there is no more: ${gone.join(', ')}. Deploy single versions instead.`,
})

/**
 * The applications of a snapshot as they ran then, under the names that they and their versions have now.
 *
 * @throws DomainError `conflict` where one of them, or its version, is gone
 */
export async function readRestored(environmentVersionId: string): Promise<ApplicationSpec[]> {
  const version = await EnvironmentVersion.findByPk(environmentVersionId)
  if (!version) throw new DomainError('conflict', snapshotGone)
  return requirePresent(version.applications)
}

/** The applications under their present names. @throws DomainError `conflict` where one of them, or its version, is gone */
export async function requirePresent(applications: ApplicationSpec[]): Promise<ApplicationSpec[]> {
  const names = await readNames(applications)
  const gone = applications.flatMap(({ applicationId, versionId, name, versionName }) => {
    if (!names.has(applicationId)) return [`the application ${name}`]
    return names.has(versionId) ? [] : [`the version ${versionName} of ${names.get(applicationId)}`]
  })
  if (gone.length > 0) throw new DomainError('conflict', contentGone(gone))
  return applications.map((application) => renamed(application, names))
}
