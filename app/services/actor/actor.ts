/** Where a person stands between typing a password and using the portal. */
export const authenticationStates = [
  'NOT_LOGGED_IN',
  'LOGGED_IN',
  'VERIFICATION_NEEDED',
  'FORCE_PASSWORD_CHANGE',
  'TERMS_UPDATE_NEEDED',
] as const
export type AuthenticationState = (typeof authenticationStates)[number]

interface AnonymousActor {
  kind: 'anonymous'
}
export interface HumanActor {
  kind: 'human'
  userId: string
  teamId: string
  sessionId: string
  name: string
  email: string
  isAdmin: boolean
  state: Exclude<AuthenticationState, 'NOT_LOGGED_IN'>
}
export interface IntegrationActor {
  kind: 'integration'
  integrationUserId: string
  teamId: string
  sessionId: string
}

/** The person or build system that asks. Found once per request from the session cookie or bearer token. */
export type Actor = AnonymousActor | HumanActor | IntegrationActor

/** Somebody who belongs to a team. What services of the deployment core take. */
export type TeamActor = HumanActor | IntegrationActor

export const actorId = (actor: TeamActor): string =>
  actor.kind === 'human' ? actor.userId : actor.integrationUserId
