import type { DeploymentChange } from '../../../core/deployment/deployment-state'
import { DomainError, invalid } from '../../../core/errors'
import type { Application } from '../../../db/models/application'
import type { Environment } from '../../../db/models/environment'
import { messages } from '../../messages/messages'
import { lockVersions } from '../access/lock-version'
import type { TeamActor } from '../actor/actor'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import { requireOwn } from '../access/own'
import { deploymentMessages } from '../../messages/deployment-messages'

interface RequestedChange {
  applicationVersionIdToDeploy?: string
  /** Several at once, each of another application. */
  applicationVersionIdsToDeploy?: string[]
  applicationIdToRemove?: string
}

/**
 * The changes that make `environment` run the versions, and no longer run the application, on top of what it runs and has
 * been asked to run already.
 *
 * @throws DomainError `not-found`, `invalid`, `conflict`
 */
export async function requestedChanges(
  actor: TeamActor,
  environment: Environment,
  { applicationIdToRemove, ...request }: RequestedChange,
): Promise<DeploymentChange[]> {
  const present = versionsAhead(await readEnvironmentContents(environment.id))
  const changes: DeploymentChange[] = []
  const wanted = versionsToDeploy(request)
  const found = await lockVersions(actor, wanted)
  if (found.length < wanted.length)
    throw new DomainError('not-found', messages.versionGone, {
      fields: { applicationVersionIdToDeploy: messages.versionGone },
    })
  for (const { application, version } of found) {
    requireDeployable(application)
    if (changes.some(({ applicationId }) => applicationId === application.id))
      throw invalid(deploymentMessages.twoVersions(application.name))
    const type = present.has(application.id) ? 'change' : 'add'
    changes.push({ type, applicationId: application.id, versionId: version.id })
  }
  if (applicationIdToRemove) {
    const application = await requireOwn('application', actor, applicationIdToRemove)
    if (changes.some(({ applicationId }) => applicationId === application.id)) {
      throw invalid(deploymentMessages.deployedAndRemoved)
    }
    if (!present.has(application.id)) {
      throw notDeployed(application.name, environment.name)
    }
    changes.push({ type: 'remove', applicationId: application.id })
  }
  return changes
}

/** Versions that a request is to deploy, each once. */
export const versionsToDeploy = ({
  applicationVersionIdToDeploy,
  applicationVersionIdsToDeploy = [],
}: RequestedChange): string[] => [
  ...new Set([applicationVersionIdToDeploy || [], applicationVersionIdsToDeploy].flat()),
]

/** @throws DomainError `invalid` for a type that no environment runs */
export function requireDeployable({ name, type }: Application): void {
  if (type !== 'GENERAL') throw invalid(deploymentMessages.typeNotRun({ name, type }))
}

export const notDeployed = (application: string, environment: string) =>
  new DomainError('conflict', deploymentMessages.notDeployed({ application, environment }))
