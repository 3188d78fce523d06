import type { Actor, AuthenticationState } from '../../services/actor/actor'

/** The page to which somebody in one state of logging in is led; what opens to them there, app/services/access/access.ts says. */
interface AuthenticationRule {
  /** The page that a person in this state belongs on. */
  page: string
}

const authenticationRules: Record<AuthenticationState, AuthenticationRule> = {
  NOT_LOGGED_IN: { page: '/login' },
  VERIFICATION_NEEDED: { page: '/login/verify' },
  FORCE_PASSWORD_CHANGE: { page: '/login/change-password' },
  TERMS_UPDATE_NEEDED: { page: '/login/terms' },
  LOGGED_IN: { page: '/portal' },
}

/** The rule for the state of a person, or of somebody signed out. */
export const ruleOf = (actor: Exclude<Actor, { kind: 'integration' }>): AuthenticationRule =>
  authenticationRules[actor.kind === 'human' ? actor.state : 'NOT_LOGGED_IN']
