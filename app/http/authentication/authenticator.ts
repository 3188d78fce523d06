import { Authenticator } from 'remix-auth'
import type { Actor } from '../../services/actor/actor'
import type { Services } from '../../services/services'
import type { Login } from '../../services/signing-in/finish-login'
import {
  PasswordStrategy,
  SecondFactorStrategy,
  IntegrationTokenStrategy,
  IdentityStrategy,
  TokenStrategy,
} from './strategies'

/** By which the login forms let a person in; undefined when the code came too late for its password. */
export type LoginAuthenticator = Authenticator<Login | undefined>

export const createLoginAuthenticator = (
  { signingIn }: Services,
  actor: Actor,
  challenge: string | undefined,
): LoginAuthenticator =>
  new Authenticator<Login | undefined>()
    .use(new PasswordStrategy((typed) => signingIn.logIn(actor, typed)))
    .use(new SecondFactorStrategy(({ code }) => signingIn.answerChallenge(actor, { challenge, code })))

/** By which the calls for logging in let people and build systems in. */
export type CallAuthenticator = Authenticator<Login>

export const createCallAuthenticator = ({ signingIn }: Services, actor: Actor): CallAuthenticator =>
  new Authenticator<Login>()
    .use(new PasswordStrategy((sent) => signingIn.logIn(actor, sent)))
    .use(new IntegrationTokenStrategy((integrationToken) => signingIn.logIn(actor, { integrationToken })))
    .use(new IdentityStrategy((identity) => signingIn.logInByIdentity(identity)))

/** By which programs say with every request who they are. */
export const createProgramAuthenticator = ({ sessions }: Services): Authenticator<Actor> =>
  new Authenticator<Actor>().use(new TokenStrategy((token) => sessions.findActor(token)))
