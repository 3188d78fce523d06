import type { Actor, AuthenticationState } from './actor'

/** Where the actor stands in logging in. */
export function authenticationStateOfActor(actor: Actor): AuthenticationState {
  if (actor.kind === 'anonymous') return 'NOT_LOGGED_IN'
  return actor.kind === 'human' ? actor.state : 'LOGGED_IN'
}
