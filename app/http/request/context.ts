import type { ErrorCode } from '../../../core/errors'
import type { Logger } from '../../../core/logging/logger'
import type { Docs } from '../../content/docs'
import type { Actor } from '../../services/actor/actor'
import type { Services } from '../../services/services'
import type { LoginAuthenticator } from '../authentication/authenticator'
import type { SentFields } from '../forms/sent-fields'
import type { Reader } from './reader'
import type { Session } from './session'

/** The message that the request before left for the next page. */
export interface FlashMessage {
  message: string
  tone: 'good' | 'info' | 'warn'
  next?: NextStep
}

/** What is offered once something was done. */
export interface NextStep {
  /** A page of the portal. */
  to: string
  label: string
}

/** The `context` of every loader and action. Made once per request before Remix runs. */
export interface AppContext {
  services: Services
  docs: Docs
  /** The actor. @throws DomainError `unavailable` while the database is away */
  readonly actor: Actor
  /** How a person gets in. */
  readonly logins: LoginAuthenticator
  /** Whether somebody is signed in; undefined while that cannot be found out. */
  isSignedIn: boolean | undefined
  requestId: string
  /** The address as it was asked for, before Remix. */
  address: URL
  /** The sent form; undefined when there was none. */
  sentFields: SentFields | undefined
  /** Who reads the answer. A stream asks them, not the request, which learns only of who leaves while Remix is at work. */
  readonly reader: Reader
  log: Logger
  /** Counts a refusal where somebody reads the metrics. */
  countRefusal?(code: ErrorCode): void
  /** Value that the hidden field `xsrf` of every form carries; the server accepts no other. */
  xsrfToken: string
  /** For script tags under the content security policy. */
  cspNonce: string
  /** Script that records what people do on the site; undefined where nothing is recorded. */
  sessionRecordingUrl: string | undefined
  /** True where /dev/mail and /dev/aws exist. */
  isStandalone: boolean
  /** Makes the answer sign the caller in, or out when undefined. */
  setSession(session: Session | undefined): void
  /** Refuses what another site may have caused, for a GET that makes something. Other methods are checked before. */
  requireSameSite(): void
  /** Token of the login that waits for the second factor in this browser. */
  challenge: string | undefined
  /** Keeps that token for a few minutes, or forgets it when undefined. */
  setChallenge(challenge: Session | undefined): void
  /** Whether somebody has sent the first steps of the portal away in this browser, since they logged in. */
  areFirstStepsDismissed: boolean
  dismissFirstSteps(): void
  /**
   * Keeps one sentence for the next page this browser opens: what was done, unless `tone` says that it is something else, and what is
   * to be done next.
   */
  setFlash(message: string, tone?: FlashMessage['tone'], next?: NextStep): void
  /** The sentence kept by the request before; at most once. */
  takeFlash(): FlashMessage | undefined
}
