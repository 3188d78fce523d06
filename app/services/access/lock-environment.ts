import { DomainError, notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import type { Environment } from '../../../db/models/environment'
import { deploymentMessages } from '../../messages/deployment-messages'
import type { TeamActor } from '../actor/actor'
import { requireUnprotected, type ProtectionRule } from './protection'
import { lockOwn, requireOwn } from './own'
import { Deployment } from '../../../db/models/deployment'

/**
 * The environment, for a change of it: nobody else changes it until the transaction ends. Whoever also locks an
 * application locks the environment first.
 *
 * @param rule what becomes of the change where the environment is protected
 * @throws DomainError `not-found`, `conflict` while it is being deleted, or what `rule` says of a protected one
 */
export async function lockEnvironment(
  actor: TeamActor,
  id: string,
  rule: ProtectionRule,
): Promise<Environment> {
  const environment = await lockOwn('environment', actor, id)
  if (environment.deletingAt) throw new DomainError('conflict', deploymentMessages.environmentDeleting)
  requireUnprotected(actor, environment, rule)
  return environment
}

/** @throws DomainError `not-found`, for another team's deployment as well */
export async function requireDeployment(
  actor: TeamActor,
  id: string,
): Promise<{ deployment: Deployment; environment: Environment }> {
  const deployment = isUuid(id) ? await Deployment.findByPk(id) : null
  const environment =
    deployment && (await requireOwn('environment', actor, deployment.environmentId).catch(unlessGone))
  if (!deployment || !environment) throw notFound('The deployment')
  return { deployment, environment }
}

/**
 * A deployment that the actor may follow: people every one of their team, an integration user those that it asked for.
 *
 * @throws DomainError `not-found`
 */
export async function requireFollowedDeployment(actor: TeamActor, id: string) {
  const found = await requireDeployment(actor, id)
  if (actor.kind === 'integration' && found.deployment.requestedBy !== actor.integrationUserId)
    throw notFound('The deployment')
  return found
}

/**
 * The deployment, for a change of it: neither it nor its environment changes until the transaction ends.
 *
 * @throws DomainError `not-found`, or `conflict` while the environment is being deleted
 */
export async function lockDeployment(
  actor: TeamActor,
  id: string,
  rule: ProtectionRule,
): Promise<{ deployment: Deployment; environment: Environment }> {
  const { deployment } = await requireDeployment(actor, id)
  const environment = await lockEnvironment(actor, deployment.environmentId, rule)
  const locked = await Deployment.findByPk(id, { lock: true })
  if (!locked) throw notFound('The deployment')
  return { deployment: locked, environment }
}

function unlessGone(failure: unknown): undefined {
  if (failure instanceof DomainError && failure.code === 'not-found') return undefined
  throw failure
}
