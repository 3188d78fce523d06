import { settingKinds } from '../../../core/deployment/deployment-state'
import { DomainError } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Deployment } from '../../../db/models/deployment'
import { lockVersions } from '../access/lock-version'
import { lockDeployment, requireDeployment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import {
  readEnvironmentContents,
  versionsAhead,
  type EnvironmentContents,
} from '../environment-contents/environment-contents'
import type { Patched } from './deployment-views'
import { promotedChanges } from './promoted-changes'
import { queueDeployment } from './queue-deployment'
import { requireRestorable } from './require-restorable'
import { writeDeployment } from './write-deployment'
import { deploymentMessages } from '../../messages/deployment-messages'

interface RetryDeploymentInput {
  deploymentId: string
  firstDeployWarningApproved?: boolean
  submissionId?: string
}

/**
 * Queues a deployment of what a failed one asked for: of versions as they are configured now; of what it went back to as that ran then; of
 * new processes.
 *
 * @throws DomainError `not-found`; `conflict` for one that has not failed, or whose versions are gone
 */
export async function retryDeployment(
  dependencies: Dependencies,
  actor: HumanActor,
  input: RetryDeploymentInput,
): Promise<Patched> {
  await requireDeployment(actor, input.deploymentId)
  return writeDeployment(dependencies, actor, { isDeploying: true, input }, async (actor, confirmation) => {
    const { deployment, environment } = await lockDeployment(actor, input.deploymentId, 'waits')
    if (deployment.state !== deploymentStates.FAILED)
      throw new DomainError('conflict', deploymentMessages.notFailed(deployment.sequence))
    if (settingKinds.includes(deployment.kind))
      throw new DomainError('conflict', deploymentMessages.settingsAlone)
    const contents = await readEnvironmentContents(environment.id)
    const { promotedFrom, restoresVersionId, settings } = deployment
    const changes = restoresVersionId
      ? promotedChanges((await requireRestorable(actor, restoresVersionId)).applications, contents)
      : await sameChanges(actor, deployment, contents)
    const aboutId = deployment.id
    const kind = deployment.kind === 'restart' ? 'restart' : 'retry'
    const again = { kind, changes, promotedFrom, restoresVersionId, settings, aboutId } as const
    const queued = await queueDeployment(dependencies, actor, environment, again, confirmation)
    return { ...queued, result: 'SUCCESS' as const }
  })
}

/** Without removals of what is not there any more. @throws DomainError `conflict` */
async function sameChanges(actor: HumanActor, { changes }: Deployment, contents: EnvironmentContents) {
  const versionIds = changes.flatMap(({ versionId }) => versionId ?? [])
  const found = await lockVersions(actor, versionIds)
  if (found.length < versionIds.length) throw new DomainError('conflict', deploymentMessages.versionGone)
  const present = versionsAhead(contents)
  const left = changes.filter(({ type, applicationId }) => type !== 'remove' || present.has(applicationId))
  if (left.length === 0) throw new DomainError('conflict', deploymentMessages.nothingLeft)
  return left
}
