import type { HumanActor } from '../actor'

interface SignInFacts {
  verifiedAt: Date | null
}

/** What somebody who proved a password still has to do. The one place that decides it. */
export function authenticationStateOf({ verifiedAt }: SignInFacts): HumanActor['state'] {
  return verifiedAt ? 'LOGGED_IN' : 'VERIFICATION_NEEDED'
}
