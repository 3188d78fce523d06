import { DomainError } from '../../../core/errors'
import type { Actor, AuthenticationState, HumanActor, IntegrationActor, TeamActor } from '../actor/actor'
import { accessMessages } from '../../messages/access-messages'
import type { Message } from '../../../core/messages/declare-messages'

/** The people that a call, page or write is for; everybody else gets 401 (signed out) or 403 (signed in, but not allowed). */
export interface ActorByAccess {
  /** Anybody, signed in or not. */
  public: Actor
  /** A person in any state of signing in (not verified, must change the password, …). */
  session: HumanActor
  /** A person who is fully signed in, or has to change the password first. */
  'password-change': HumanActor
  /** A person who is fully signed in, or has to accept terms first. */
  'terms-acceptance': HumanActor
  /** A person who is fully signed in. */
  member: HumanActor
  /** A fully signed-in person who is an admin of the team. */
  admin: HumanActor
  /** A fully signed-in person or an integration user. */
  automation: TeamActor
  /** An integration user only. */
  integration: IntegrationActor
}
export type Access = keyof ActorByAccess

interface AccessRule {
  /** The access of somebody in this state; `admin` only for admins among them. */
  opens: readonly Access[]
  /** The sentence of a refusal. */
  refusal: Message
}

/** The whole of who may do what: each page, call and write names its access, and this table says whom that lets in. */
const accessRules: Record<AuthenticationState, AccessRule> = {
  NOT_LOGGED_IN: { opens: ['public'], refusal: accessMessages.loginFirst },
  VERIFICATION_NEEDED: {
    opens: ['public', 'session'],
    refusal: accessMessages.verifyFirst,
  },
  FORCE_PASSWORD_CHANGE: {
    opens: ['public', 'session', 'password-change'],
    refusal: accessMessages.changePasswordFirst,
  },
  TERMS_UPDATE_NEEDED: {
    opens: ['public', 'session', 'terms-acceptance'],
    refusal: accessMessages.acceptTermsFirst,
  },
  LOGGED_IN: {
    opens: ['public', 'session', 'password-change', 'terms-acceptance', 'member', 'admin', 'automation'],
    refusal: accessMessages.denied,
  },
}

/** Integrations know none of the states: there is nothing they could still have to do. */
const openToIntegrations: readonly Access[] = ['public', 'automation', 'integration']

const ruleOf = (actor: Exclude<Actor, { kind: 'integration' }>): AccessRule =>
  accessRules[actor.kind === 'human' ? actor.state : 'NOT_LOGGED_IN']

/** Whether `actor` may use what asks for `access`. */
export function opensTo(actor: Actor, access: Access): boolean {
  if (actor.kind === 'integration') return openToIntegrations.includes(access)
  if (access === 'admin' && !(actor.kind === 'human' && actor.isAdmin)) return false
  return ruleOf(actor).opens.includes(access)
}

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

function refusalFor(actor: Exclude<Actor, { kind: 'anonymous' }>, access: Access): Message {
  if (actor.kind === 'human' && actor.state !== 'LOGGED_IN') return ruleOf(actor).refusal
  return access === 'admin' ? accessMessages.adminsOnly : accessRules.LOGGED_IN.refusal
}
