import { declinedBy, settingKinds } from '../../../core/deployment/deployment-state'
import type { ImageDigests } from '../../../core/deployment/image-digests'
import { DomainError } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import { nextRevision } from '../../../db/desired-revision'
import type { Deployment } from '../../../db/models/deployment'
import { readRequestContent } from '../../../db/read-request-content'
import { authorizedWrite } from '../access/authorized-write'
import { lockVersions } from '../access/lock-version'
import { lockDeployment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { readAwaitedChange } from './awaited-change'
import { takeApprovedSettings } from './change-settings'
import type { Approved } from './deployment-views'
import { nextSequence } from './queue-deployment'
import { requireRestorable } from './require-restorable'
import { requireSecond } from './second-person'
import { wakeForDeployment } from './wake-for-deployment'
import { deploymentMessages } from '../../messages/deployment-messages'

const { QUEUED, FAILED, AWAITING_APPROVAL } = deploymentStates

interface ApproveDeploymentInput {
  deploymentId: string
  /** `approval.environmentVersionsState` of the view that the admin decided by. */
  expectedEnvironmentVersionState: string
}

/**
 * Lets a deployment that waits for approval into the queue, at its end, unless it would change something else than the admin saw: then the
 * answer says so and it goes on waiting. What it brings is kept as a fingerprint: configured differently when its turn comes, it fails. Of its
 * images the bytes are kept that the admin saw, wherever a tag moves until they are pulled. A change of settings takes effect at once.
 *
 * @throws DomainError `forbidden` for no admin and for whoever is not another person than whoever asked for it, `not-found`, `conflict` for one that does not wait for approval,
 * or of which something is gone
 */
export const approveDeployment = (
  dependencies: Dependencies,
  actor: HumanActor,
  { deploymentId, expectedEnvironmentVersionState }: ApproveDeploymentInput,
): Promise<Approved> =>
  authorizedWrite<'admin', Approved>(dependencies, actor, { access: 'admin' }, async (actor) => {
    const { deployment, environment } = await lockDeployment(actor, deploymentId, 'decides')
    requireAwaiting(deployment)
    await requireSecond(dependencies, actor, deployment)
    const { request, digests, state } = await readAwaitedChange(environment, deployment)
    if (state !== expectedEnvironmentVersionState) return { result: 'STATE_MISSMATCH' }
    await lockContent(actor, deployment)
    await deployment.update({
      sequence: await sequenceOf(deployment),
      approvedBy: actor.name,
      approvedAt: new Date(dependencies.clock.now()),
    })
    const isOfSettings = settingKinds.includes(deployment.kind)
    if (isOfSettings && request.settings)
      await takeApprovedSettings(dependencies, environment, deployment, request.settings)
    else await letQueue(deployment, request, digests)
    await environment.update(
      isOfSettings ? { desiredRevision: nextRevision } : wakeForDeployment(dependencies, environment),
    )
    await recordAudit(dependencies, actor, {
      action: 'deployment.approve',
      target: { id: deployment.id, name: environment.name },
      after: {
        sequence: deployment.sequence,
        ...(deployment.approvedDigests && { imageDigests: deployment.approvedDigests }),
      },
    })
    return { result: 'SUCCESS' }
  })

async function letQueue(
  deployment: Deployment,
  request: Pick<Deployment, 'changes' | 'settings'>,
  approvedDigests: ImageDigests,
) {
  const approvedContent = await readRequestContent({ ...deployment.get(), ...request })
  await deployment.update({
    ...request,
    approvedContent,
    approvedDigests,
    state: QUEUED,
    desiredRevision: nextRevision,
  })
}

/**
 * Ends a deployment that waits for approval.
 *
 * @throws DomainError `forbidden` for no admin, `not-found`, `conflict` for one that does not wait for approval
 */
export const declineDeployment = (
  dependencies: Dependencies,
  actor: HumanActor,
  deploymentId: string,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
    const { deployment, environment } = await lockDeployment(actor, deploymentId, 'decides')
    requireAwaiting(deployment)
    await environment.update({ desiredRevision: nextRevision })
    await deployment.update({
      state: FAILED,
      declinedBy: actor.name,
      message: declinedBy(actor.name),
      finishedAt: new Date(dependencies.clock.now()),
      desiredRevision: nextRevision,
    })
    await recordAudit(dependencies, actor, {
      action: 'deployment.decline',
      target: { id: deployment.id, name: environment.name },
      after: { sequence: deployment.sequence },
    })
    return success
  })

function requireAwaiting({ state, sequence, approvedBy }: Deployment): void {
  if (state === AWAITING_APPROVAL) return
  throw new DomainError('conflict', deploymentMessages.notAwaiting({ sequence, approvedBy }))
}

/** Locks the contents of a deployment, so that none of it is cleaned out before it is in the queue. */
async function lockContent(actor: HumanActor, { restoresVersionId, changes }: Deployment): Promise<void> {
  if (restoresVersionId !== null) {
    await requireRestorable(actor, restoresVersionId)
    return
  }
  const versionIds = changes.flatMap(({ versionId }) => versionId ?? [])
  if ((await lockVersions(actor, versionIds)).length < versionIds.length)
    throw new DomainError('conflict', deploymentMessages.approvedVersionGone)
}

/** The number of an approved deployment: its own, or the next where others came since, as deployments run in the order of their numbers. */
async function sequenceOf({ environmentId, sequence }: Deployment): Promise<number> {
  const next = await nextSequence(environmentId)
  return sequence === next - 1 ? sequence : next
}
