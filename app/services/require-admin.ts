import { DomainError } from '../../core/errors'
import type { HumanActor } from './actor/actor'

/** @throws DomainError `forbidden` for people who are no admins of their team */
export function requireAdmin(actor: HumanActor): void {
  if (!actor.isAdmin) throw new DomainError('forbidden', 'Only an admin of your team can do this.')
}
