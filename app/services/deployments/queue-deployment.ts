import { randomUUID } from 'node:crypto'
import type { DeploymentChange, DeploymentKind } from '../../../core/deployment/deployment-state'
import { logOccurrence } from '../../../core/logging/occurrences'
import { deploymentStates } from '../../../core/resources/wire-states'
import { parseTraceparent } from '../../../core/tracing/trace-context'
import { nextRevision } from '../../../db/desired-revision'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import type { EnvironmentSettings } from '../../../core/resources/environment'
import { makerOfCredential } from '../access/users'
import { actorId, type TeamActor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireRoom } from '../quotas/quotas'
import { CostStepUnconfirmed, isCostStep, effectsOfChange } from './cost-step'
import type { ChangeEffects } from './change-effects-views'
import { requireDeployableContent } from './require-deployable-content'
import { readChangeNames } from './read-change-names'
import { wakeForDeployment } from './wake-for-deployment'

interface QueuedDeployment {
  kind: DeploymentKind
  changes: DeploymentChange[]
  /** The snapshot that it goes back to. */
  restoresVersionId?: string | null
  /** Settings that the environment is to get. */
  settings?: EnvironmentSettings | null
  /** Those that it has when it is asked for, of a change of settings alone, and what that is. */
  settingsBefore?: EnvironmentSettings
  reason?: string
  /** Id of the deployment that it retries. */
  aboutId?: string
  /** Name of the environment whose versions these are, where it is a promotion. */
  promotedFrom?: string | null
}

/** Whether somebody has confirmed what it costs. */
interface CostApproval {
  isCostApproved: boolean
}

interface Queued extends ChangeEffects {
  /** Id of the deployment. */
  id: string
  /** Present where an admin has to let it through first. */
  awaitsApproval?: true
}

/** The outcome of a request for a deployment. */
export interface Asked extends Partial<Queued> {
  result: 'SUCCESS' | 'STATE_MISSMATCH'
}

/**
 * Queues a deployment behind those that wait; in a protected environment it waits for approval first. What it will run is decided when its
 * turn comes.
 *
 * @param environment locked by the caller's transaction, so that deployments are numbered one after the other
 * @throws CostStepUnconfirmed; DomainError `conflict` when as many wait as can, `invalid` when its variables or secrets could only fail it
 */
export async function queueDeployment(
  dependencies: Dependencies,
  actor: TeamActor,
  environment: Environment,
  deployment: QueuedDeployment,
  { isCostApproved }: CostApproval,
): Promise<Queued> {
  const { kind, changes, promotedFrom, restoresVersionId, reason } = deployment
  // What it goes back to ran already, and what it restarts runs.
  if (restoresVersionId === undefined && kind !== 'restart')
    await requireDeployableContent(environment, changes)
  const { QUEUED, AWAITING_APPROVAL } = deploymentStates
  const waiting = { environmentId: environment.id, state: [QUEUED, AWAITING_APPROVAL] }
  requireRoom(dependencies, 'queuedDeployments', await Deployment.count({ where: waiting }))
  const effects = await effectsOfChange(environment, deployment, dependencies.clock.now())
  const { atMostPerHour } = effects
  if (atMostPerHour && !isCostApproved && isCostStep(atMostPerHour, environment))
    throw new CostStepUnconfirmed(atMostPerHour)
  const origin = currentOrigin()
  const { id, sequence } = await Deployment.create({
    id: randomUUID(),
    environmentId: environment.id,
    sequence: await nextSequence(environment.id),
    state: environment.isProtected ? AWAITING_APPROVAL : QUEUED,
    ...deployment,
    requestedBy: actorId(actor),
    credentialBy: await makerOfCredential(actor),
    sourceAddress: origin.address || null,
    traceparent: origin.traceparent ?? null,
    createdAt: new Date(dependencies.clock.now()),
  })
  await environment.update(
    environment.isProtected
      ? { desiredRevision: nextRevision }
      : wakeForDeployment(dependencies, environment),
  )
  const toChangeJson = await readChangeNames(changes)
  await recordAudit(dependencies, actor, {
    action: 'deployment.queue',
    target: { id, name: environment.name },
    after: {
      ...(kind !== 'patch' && kind !== 'promote' && { kind }),
      ...(restoresVersionId && { restoresVersionId }),
      ...(promotedFrom && { promotedFrom }),
      ...(reason && { reason }),
      ...(environment.isProtected && { awaitsApproval: true }),
      changes: changes.map((change) => toChangeJson(change)),
    },
  })
  const traceId = parseTraceparent(origin.traceparent)?.traceId
  const asked = { traceId, environment: environment.id, deployment: id, sequence }
  logOccurrence(dependencies.log, 'deployment.queued', asked)
  return { id, ...effects, ...(environment.isProtected && { awaitsApproval: true }) }
}

/** @param environmentId of an environment that the caller's transaction has locked */
export async function nextSequence(environmentId: string): Promise<number> {
  const latest = await Deployment.max<number | null, Deployment>('sequence', { where: { environmentId } })
  return (latest ?? 0) + 1
}
