import type { DeploymentChange } from './deployment-state'
import { withKept } from './image-digests'
import { DomainError, invalid } from '../errors'
import { tooManyVariablesOf } from './too-many-variables'
import { maximumApplications, type ApplicationSpec } from '../resources/application'
import { declareMessages } from '../messages/declare-messages'

const { tooManyApplications, versionGone } = declareMessages('environments', {
  versionGone: 'The application version to deploy no longer exists. Declare it again.',
  tooManyApplications: {
    docs: '/docs/environments#limits-of-a-team',
    text: (limit: number) => `An environment runs at most ${limit} applications. Remove some first.`,
  },
})

/** Finds how a version of an application is run as it is configured now. */
export type ApplicationLookup = (applicationId: string, versionId: string) => ApplicationSpec | undefined

/**
 * Applies `changes` to what an environment runs; the result is the snapshot of a deployment. An application that
 * no change names keeps the configuration it was deployed with, and a version that runs already its approved bytes and its last restart. Applying the same changes again changes nothing.
 *
 * @returns applications in the order of their ids
 * @throws DomainError `not-found` when a version to deploy is gone, `invalid` when there are too many applications
 */
export function applyChanges(
  live: ApplicationSpec[],
  changes: DeploymentChange[],
  lookup: ApplicationLookup,
): ApplicationSpec[] {
  const applications = new Map(live.map((application) => [application.applicationId, application]))
  for (const { type, applicationId, versionId } of changes) {
    if (type === 'remove') {
      applications.delete(applicationId)
      continue
    }
    const application = versionId === undefined ? undefined : lookup(applicationId, versionId)
    if (!application) {
      throw new DomainError('not-found', versionGone)
    }
    applications.set(applicationId, withKept(application, applications.get(applicationId)))
  }
  if (applications.size > maximumApplications) throw invalid(tooManyApplications(maximumApplications))
  const fault = tooManyVariablesOf([...applications.values()])
  if (fault !== undefined) throw invalid(fault)
  return [...applications.values()].sort((a, b) => (a.applicationId < b.applicationId ? -1 : 1))
}

/** Version by application after `changes`, for those who need not know how it is run. `versions` is left as it is. */
export function versionsAfter(
  versions: ReadonlyMap<string, string>,
  changes: DeploymentChange[],
): Map<string, string> {
  const after = new Map(versions)
  for (const { type, applicationId, versionId } of changes) {
    if (type === 'remove' || versionId === undefined) after.delete(applicationId)
    else after.set(applicationId, versionId)
  }
  return after
}
