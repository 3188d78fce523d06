import { DomainError } from '../../core/errors'
import type { Access, ActorByAccess } from '../api/call'
import type { Actor } from '../services/actor'

const allows: Record<Access, (actor: Actor) => boolean> = {
  public: () => true,
  session: (actor) => actor.kind === 'human',
  member: (actor) => actor.kind === 'human' && actor.state === 'LOGGED_IN',
  admin: (actor) => actor.kind === 'human' && actor.state === 'LOGGED_IN' && actor.isAdmin,
  automation: (actor) =>
    actor.kind === 'integration' || (actor.kind === 'human' && actor.state === 'LOGGED_IN'),
  integration: (actor) => actor.kind === 'integration',
}

/**
 * The actor, known to have `access`.
 *
 * @throws DomainError `unauthenticated` for somebody signed out, `forbidden` for everybody else
 */
export function requireAccess<A extends Access>(actor: Actor, access: A): ActorByAccess[A] {
  if (allows[access](actor)) return actor as ActorByAccess[A]
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated', 'Please log in first.')
  if (actor.kind === 'human' && actor.state === 'VERIFICATION_NEEDED')
    throw new DomainError('forbidden', 'Please verify your e-mail address first.')
  throw new DomainError(
    'forbidden',
    access === 'admin' ? 'Only an admin of your team may do this.' : 'You may not do this.',
  )
}
