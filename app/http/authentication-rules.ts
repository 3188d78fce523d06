import type { Access } from '../api/call'
import type { Actor, AuthenticationState } from '../services/actor'

/** What somebody in one state of logging in may do, and what they have to do first. */
interface AuthenticationRule {
  /** The kinds of pages and calls that open; `admin` only for admins among them. */
  opens: readonly Access[]
  /** The page that a person in this state belongs on. */
  page: string
  /** What a refused call says. */
  refusal: string
}

/** The whole of who may go where: each page and each call names its access, and this table says whom that lets in. */
export const authenticationRules: Record<AuthenticationState, AuthenticationRule> = {
  NOT_LOGGED_IN: { opens: ['public'], page: '/login', refusal: 'Please log in first.' },
  VERIFICATION_NEEDED: {
    opens: ['public', 'session'],
    page: '/login/verify',
    refusal: 'Please verify your e-mail address first.',
  },
  FORCE_PASSWORD_CHANGE: {
    opens: ['public', 'session', 'password-change'],
    page: '/login/change-password',
    refusal: 'Please change your password first.',
  },
  TERMS_UPDATE_NEEDED: {
    opens: ['public', 'session', 'terms-acceptance'],
    page: '/login/terms',
    refusal: 'Please accept the terms of service first.',
  },
  LOGGED_IN: {
    opens: ['public', 'session', 'password-change', 'terms-acceptance', 'member', 'admin', 'automation'],
    page: '/portal',
    refusal: 'You may not do this.',
  },
}

/** Integrations know none of the states: there is nothing they could still have to do. */
const openToIntegrations: readonly Access[] = ['public', 'automation', 'integration']

/** Whether `actor` may use what asks for `access`. */
export function opensTo(actor: Actor, access: Access): boolean {
  if (actor.kind === 'integration') return openToIntegrations.includes(access)
  if (access === 'admin' && !(actor.kind === 'human' && actor.isAdmin)) return false
  return ruleOf(actor).opens.includes(access)
}

/** The rule for the state of a person, or of somebody signed out. */
export const ruleOf = (actor: Exclude<Actor, { kind: 'integration' }>): AuthenticationRule =>
  authenticationRules[actor.kind === 'human' ? actor.state : 'NOT_LOGGED_IN']
