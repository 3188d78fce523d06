import { fingerprintOf } from '../core/resources/fingerprint'
import type { ApplicationSpec } from '../core/resources/application'
import type { Deployment } from './models/deployment'
import { readApplications } from './read-applications'
import { readRestored } from './read-restored'

/** Fields of a deployment that say what it brings. */
type DeploymentRequest = Pick<
  Deployment,
  'environmentId' | 'changes' | 'restoresVersionId' | 'settings' | 'kind'
>

/**
 * Identifies everything that a deployment brings, as it is configured now; names do not count. It changes when somebody edits an
 * application of it meanwhile.
 *
 * @throws DomainError `conflict` where what it goes back to is gone
 */
export async function readRequestContent(request: DeploymentRequest): Promise<string> {
  const { changes, restoresVersionId, settings } = request
  const applications = await readBrought(request)
  const removed = changes.flatMap(({ type, applicationId }) => (type === 'remove' ? applicationId : []))
  return fingerprintOf({
    applications: applications.map(({ name: _name, versionName: _versionName, ...content }) => content),
    removed: restoresVersionId ? [] : removed,
    settings: settings ?? null,
  })
}

/**
 * The applications that a deployment brings, as they are configured now; a restart brings none.
 *
 * @throws DomainError `conflict` where what it goes back to is gone
 */
export const readBrought = (request: DeploymentRequest): Promise<ApplicationSpec[]> =>
  request.restoresVersionId ? readRestored(request.restoresVersionId) : readChanged(request)

async function readChanged({ environmentId, changes, kind }: DeploymentRequest): Promise<ApplicationSpec[]> {
  if (kind === 'restart') return []
  const lookup = await readApplications(environmentId, changes)
  return changes.flatMap(
    ({ applicationId, versionId }) => (versionId && lookup(applicationId, versionId)) || [],
  )
}
