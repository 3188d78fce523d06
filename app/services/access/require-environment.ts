import { Transaction, type FindOptions } from 'sequelize'
import { DomainError, notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { Environment } from '../../../db/models/environment'
import type { TeamActor } from '../actor/actor'
import { requireUnprotected, type ProtectionRule } from './protection'
import { deploymentMessages } from '../../messages/deployment-messages'

/** @throws DomainError `not-found`, for another team's environment as well */
export async function requireEnvironment(
  { teamId }: TeamActor,
  id: string,
  lock?: FindOptions['lock'],
): Promise<Environment> {
  const environment = isUuid(id) ? await Environment.findOne({ where: { id, teamId }, lock }) : null
  if (!environment) throw notFound('The environment')
  return environment
}

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
  const environment = await requireEnvironment(actor, id, Transaction.LOCK.UPDATE)
  if (environment.deletingAt) throw new DomainError('conflict', deploymentMessages.environmentDeleting)
  requireUnprotected(actor, environment, rule)
  return environment
}
