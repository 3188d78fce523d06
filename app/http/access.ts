import { DomainError } from '../../core/errors'
import type { Access, ActorByAccess } from '../api/call'
import type { Actor } from '../services/actor'
import { authenticationRules, opensTo, ruleOf } from './authentication-rules'

/**
 * The actor, known to have `access`.
 *
 * @throws DomainError `unauthenticated` for somebody signed out, `forbidden` for everybody else
 */
export function requireAccess<A extends Access>(actor: Actor, access: A): ActorByAccess[A] {
  if (opensTo(actor, access)) return actor as ActorByAccess[A]
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated', ruleOf(actor).refusal)
  throw new DomainError('forbidden', refusalFor(actor, access))
}

function refusalFor(actor: Exclude<Actor, { kind: 'anonymous' }>, access: Access): string {
  if (actor.kind === 'human' && actor.state !== 'LOGGED_IN') return ruleOf(actor).refusal
  return access === 'admin'
    ? 'Only an admin of your team may do this.'
    : authenticationRules.LOGGED_IN.refusal
}
