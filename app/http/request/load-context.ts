import { randomBytes } from 'node:crypto'
import type { Response } from 'express'
import type { ErrorCode } from '../../../core/errors'
import type { Clock } from '../../../core/time/clock'
import type { Logger } from '../../../core/logging/logger'
import type { Docs } from '../../content/docs'
import type { Actor } from '../../services/actor/actor'
import type { Origin } from '../../services/actor/origin'
import type { Services } from '../../services/services'
import { createLoginAuthenticator, type LoginAuthenticator } from '../authentication/authenticator'
import type { SentFields } from '../forms/sent-fields'
import type { AppContext, FlashMessage, NextStep } from './context'
import {
  areFirstStepsDismissed,
  readChallengeCookie,
  readFlashCookie,
  writeChallengeCookie,
  writeFirstStepsCookie,
  writeFlashCookie,
  writeSessionCookie,
  writeXsrfCookie,
} from './cookies'
import { requireSameSite, xsrfTokenFor, type Write } from './cross-site'
import { ResponseReader } from './reader'
import { logOf } from './request-log'
import type { Session } from './session'

/** What is the same for every request. */
export interface ContextOptions {
  services: Services
  docs: Docs
  clock: Clock
  log: Logger
  countRefusal?(code: ErrorCode): void
  /** Where people reach the portal. */
  publicUrl: string
  secureCookies: boolean
  isStandalone: boolean
  sessionRecordingUrl?: string
}

/** What was found out about a request before Remix. */
interface Findings {
  response: Response
  method: string
  path: string
  isCall: boolean
  origin: Origin
  cookies: Record<string, string>
  address: URL
  sentFields: SentFields | undefined
  /** Anonymous where nobody could be looked for. */
  actor: Actor
  /** Why nobody could be. */
  failure?: { reason: unknown }
  xsrfToken: string
  write(): Write
}

/** The contact page, where it matters less who writes than that the text is not lost. */
export const isForAnybody = (path: string) => /^\/contact-us\/?$/.test(path)

/** The context of one request. What few requests ask for is made when they do, by getters of a class, which cost a request nothing. */
export class LoadContext implements AppContext {
  private madeLog: Logger | undefined
  private madeNonce: string | undefined
  private madeReader: ResponseReader | undefined

  constructor(
    private readonly options: ContextOptions,
    private readonly findings: Findings,
  ) {}

  get services(): Services {
    return this.options.services
  }

  get docs(): Docs {
    return this.options.docs
  }

  get actor(): Actor {
    const { actor, failure, path } = this.findings
    if (failure && !isForAnybody(path)) throw failure.reason
    return actor
  }

  get logins(): LoginAuthenticator {
    return createLoginAuthenticator(this.services, this.actor, this.challenge)
  }

  get isSignedIn(): boolean | undefined {
    const { actor, failure } = this.findings
    return failure ? undefined : actor.kind === 'human'
  }

  get requestId(): string {
    return this.findings.origin.requestId
  }

  get address(): URL {
    return this.findings.address
  }

  get sentFields(): SentFields | undefined {
    return this.findings.sentFields
  }

  get reader(): ResponseReader {
    return (this.madeReader ??= new ResponseReader(this.findings.response, this.options.clock))
  }

  get log(): Logger {
    const { origin, actor } = this.findings
    return (this.madeLog ??= logOf(this.options.log, this.findings, origin, actor))
  }

  get countRefusal(): AppContext['countRefusal'] {
    return this.options.countRefusal
  }

  get xsrfToken(): string {
    return this.findings.xsrfToken
  }

  get cspNonce(): string {
    return (this.madeNonce ??= randomBytes(16).toString('base64'))
  }

  get sessionRecordingUrl(): string | undefined {
    return this.options.sessionRecordingUrl
  }

  get isStandalone(): boolean {
    return this.options.isStandalone
  }

  setSession(session: Session | undefined): void {
    const { options, findings } = this
    const { secureCookies: secure, clock } = options
    const { response, isCall } = findings
    writeSessionCookie(response, { secure, isCall }, session, clock.now())
    writeXsrfCookie(response, secure, xsrfTokenFor(session?.token, undefined))
    if (this.areFirstStepsDismissed) writeFirstStepsCookie(response, secure, false)
  }

  requireSameSite(): void {
    requireSameSite(this.findings.write())
  }

  get challenge(): string | undefined {
    return readChallengeCookie(this.findings.cookies, this.options.secureCookies)
  }

  setChallenge(challenge: Session | undefined): void {
    const { secureCookies, clock } = this.options
    writeChallengeCookie(this.findings.response, secureCookies, challenge, clock.now())
  }

  get areFirstStepsDismissed(): boolean {
    return areFirstStepsDismissed(this.findings.cookies, this.options.secureCookies)
  }

  dismissFirstSteps(): void {
    writeFirstStepsCookie(this.findings.response, this.options.secureCookies, true)
  }

  setFlash(message: string, tone: FlashMessage['tone'] = 'good', next?: NextStep): void {
    writeFlashCookie(this.findings.response, this.options.secureCookies, { message, tone, next })
  }

  takeFlash(): FlashMessage | undefined {
    const { response, cookies } = this.findings
    const flash = readFlashCookie(cookies, this.options.secureCookies)
    if (flash) writeFlashCookie(response, this.options.secureCookies, undefined)
    return flash
  }
}
