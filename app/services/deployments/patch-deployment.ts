import type { DeploymentChange } from '../../../core/deployment/deployment-state'
import { DomainError, invalid } from '../../../core/errors'
import type { Environment } from '../../../db/models/environment'
import { messages } from '../../messages/messages'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import type { Patched } from './deployment-views'
import { queueDeployment } from './queue-deployment'
import { requestedChanges, versionsToDeploy } from './requested-changes'
import { writeDeployment } from './write-deployment'
import { requireOwn } from '../access/own'

interface PatchDeploymentInput {
  environmentId: string
  /** Adds its application, or changes it to this version. */
  applicationVersionIdToDeploy?: string
  /** Adds or changes several applications, each to one version, as one deployment. */
  applicationVersionIdsToDeploy?: string[]
  applicationIdToRemove?: string
  /** Refuses another version than the one that is there: what was configured since is meant, and not going back. */
  onlyWhileDeployed?: boolean
  /** The person has seen that deployments cost money. */
  firstDeployWarningApproved?: boolean
  submissionId?: string
}

/**
 * Queues a deployment that adds or changes applications, or removes one, unless the team has yet to be told what deploying
 * costs: then the answer says so and nothing is queued.
 *
 * @throws DomainError `invalid`, `not-found`, `conflict`
 */
export async function patchDeployment(
  dependencies: Dependencies,
  actor: HumanActor,
  input: PatchDeploymentInput,
): Promise<Patched> {
  const isDeploying = versionsToDeploy(input).length > 0
  if (!isDeploying && !input.applicationIdToRemove) {
    throw invalid(messages.versionNotSelected, { applicationVersionIdToDeploy: messages.versionNotSelected })
  }
  await requireOwn('environment', actor, input.environmentId)
  return writeDeployment(dependencies, actor, { isDeploying, input }, async (actor, confirmation) => {
    const environment = await lockEnvironment(actor, input.environmentId, 'waits')
    const changes = await requestedChanges(actor, environment, input)
    if (input.onlyWhileDeployed) await requireStillDeployed(environment, changes)
    const queued = await queueDeployment(
      dependencies,
      actor,
      environment,
      { kind: 'patch', changes },
      confirmation,
    )
    return { ...queued, result: 'SUCCESS' as const }
  })
}

/** @throws DomainError `conflict` */
async function requireStillDeployed({ id, name }: Environment, changes: DeploymentChange[]): Promise<void> {
  const present = versionsAhead(await readEnvironmentContents(id))
  const isStillDeployed = changes.every(
    ({ applicationId, versionId }) => present.get(applicationId) === versionId,
  )
  if (!isStillDeployed) throw new DomainError('conflict', messages.deployedMeanwhile(name))
}
