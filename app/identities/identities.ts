import { createHash } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import { invalid, type DomainError } from '../../core/errors'
import type { Logger } from '../../core/logging/logger'
import { createFetchOutside } from '../../core/outgoing/fetch-outside'
import { wherever } from '../../core/outgoing/reach'
import type { Clock } from '../../core/time/clock'
import type { Fetch } from './fetch-json'
import { createIssuerKeys } from './issuer-keys'
import type { Issuer } from './issuers'
import { callMessages } from '../messages/call-messages'

/** Claims of a job's token whose signature was checked. None of them is trusted by that. */
export interface Identity {
  issuer: Issuer
  subject: string
  audiences: string[]
  environment: string | undefined
  /** Tells its token from all others, without holding it. */
  digest: string
  /** From when on the token is refused for its age, skew included. */
  overEpoch: number
}

export interface Identities {
  issuers: readonly Issuer[]
  /**
   * The identity that a token states.
   *
   * @throws DomainError `invalid` that says what is wrong with the token; `unavailable` while its issuer cannot be asked
   */
  read(token: string): Promise<Identity>
}

interface Reading {
  issuers: readonly Issuer[]
  clock: Pick<Clock, 'now' | 'monotonic'>
  log: Pick<Logger, 'warn'>
  fetch?: Fetch
  /** For each of an issuer's two answers. */
  timeoutMilliseconds?: number
}

/** How far the clock of an issuer may be from ours. */
const skewSeconds = 60
/** Older tokens are refused, however long they say that they are valid: how long each has to be remembered. */
const oldestSeconds = 24 * 60 * 60

/** Reads identity tokens of `issuers`, and asks nobody else for keys. */
export function createIdentities({
  issuers,
  clock,
  log,
  fetch = createFetchOutside({ reach: wherever }),
  timeoutMilliseconds = 5_000,
}: Reading): Identities {
  const known = new Map(
    issuers.map((issuer) => [
      issuer.address,
      { issuer, readKeys: createIssuerKeys({ issuer, clock, log, fetch, timeoutMilliseconds }) },
    ]),
  )
  return {
    issuers,
    async read(token) {
      const claimed = readIssuer(token)
      const found = known.get(claimed)
      if (!found) throw refuse(`Its issuer ${claimed.slice(0, 200)} is none of those that are taken here.`)
      const { algorithms, find } = await found.readKeys()
      try {
        const { payload } = await jwtVerify(token, find, {
          algorithms,
          issuer: found.issuer.address,
          clockTolerance: skewSeconds,
          currentDate: new Date(clock.now()),
          maxTokenAge: oldestSeconds,
          requiredClaims: ['aud', 'exp', 'iat'],
        })
        return toIdentity(found.issuer, payload, token)
      } catch (error) {
        throw error instanceof errors.JOSEError ? refuse(explain(error)) : error
      }
    },
  }
}

function readIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    throw refuse('It is not a JSON Web Token.')
  }
}

function toIdentity(issuer: Issuer, payload: JWTPayload, token: string): Identity {
  const { jti, aud = [], exp = 0, iat = 0, environment } = payload
  const subject = payload[issuer.subjectClaim]
  if (typeof subject !== 'string' || subject === '') throw refuse(`It has no ${issuer.subjectClaim}.`)
  // Some issuers number no tokens; what is signed is then the token's own number. A signature may be written in two ways.
  const number = typeof jti === 'string' && jti !== '' ? `jti ${jti}` : token.slice(0, token.lastIndexOf('.'))
  return {
    issuer,
    subject,
    audiences: [aud].flat(),
    environment: typeof environment === 'string' ? environment : undefined,
    digest: createHash('sha256')
      .update(JSON.stringify([issuer.address, number]))
      .digest('base64url'),
    overEpoch: (Math.min(exp, iat + oldestSeconds) + skewSeconds) * 1000,
  }
}

function explain(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired)
    return 'It has expired. Have the build system make a new one right before the call.'
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === 'nbf' || error.claim === 'iat'
      ? 'It is not valid yet, or says nothing about when it was made. Check the clock of its issuer.'
      : `Its claim ${error.claim} is missing or wrong.`
  if (error instanceof errors.JOSEAlgNotAllowed) return 'It is signed by an algorithm that is not taken.'
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return 'Its signature is not one of its issuer.'
  return 'It is not a JSON Web Token of its issuer.'
}

/** Without the fault of the library, which holds what the token says. */
function refuse(why: string): DomainError {
  const message = callMessages.identityRefused(why)
  return invalid(message, { identityToken: message })
}
