import type { HumanActor, Actor, AuthenticationState } from './actor'
import { hasAcceptedTerms } from '../../../db/queries/terms'
import type { User } from '../../../db/models/user'
import type { Dependencies } from '../dependencies'

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

/** Where the actor stands in logging in. */
export function authenticationStateOfActor(actor: Actor): AuthenticationState {
  if (actor.kind === 'anonymous') return 'NOT_LOGGED_IN'
  return actor.kind === 'human' ? actor.state : 'LOGGED_IN'
}

/** Where a person stands in logging in. */
export async function readAuthenticationState(
  { sequelize, clock }: Pick<Dependencies, 'sequelize' | 'clock'>,
  { id, verifiedAt, forcePasswordChange }: User,
): Promise<HumanActor['state']> {
  return authenticationStateOf({
    verifiedAt,
    forcePasswordChange,
    hasAcceptedTerms: await hasAcceptedTerms(sequelize, id, new Date(clock.now())),
  })
}
