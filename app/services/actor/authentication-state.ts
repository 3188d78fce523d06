import type { HumanActor } from './actor'

interface SignInFacts {
  verifiedAt: Date | null
  forcePasswordChange: boolean
  /** Whether the person accepted the terms in force, as far as they have to. */
  hasAcceptedTerms: boolean
}

/** The next thing that somebody who proved who they are still has to do. The one place that decides it. */
export function authenticationStateOf(facts: SignInFacts): HumanActor['state'] {
  if (!facts.verifiedAt) return 'VERIFICATION_NEEDED'
  if (facts.forcePasswordChange) return 'FORCE_PASSWORD_CHANGE'
  return facts.hasAcceptedTerms ? 'LOGGED_IN' : 'TERMS_UPDATE_NEEDED'
}
