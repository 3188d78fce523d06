import { DomainError } from '../../../core/errors'
import type { HumanActor } from '../actor'

/** @throws DomainError `forbidden` */
export function requireAdmin(actor: HumanActor): void {
  if (!actor.isAdmin) throw new DomainError('forbidden', 'Only an admin of your team may do this.')
}
