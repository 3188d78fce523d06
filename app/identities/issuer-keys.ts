import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { DomainError } from '../../core/errors'
import type { Logger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import { fetchJson, type Fetch } from './fetch-json'
import type { Issuer } from './issuers'
import { callMessages } from '../messages/call-messages'

/** The algorithms that are taken, where an issuer says that it uses them: with a key of its own, which nobody else can have. */
const takenAlgorithms = ['RS256', 'ES256']

/** Keys are looked up anew after this long. */
const freshMilliseconds = 10 * 60_000
/** While an issuer is away, its keys are believed for this long: one that it withdraws meanwhile counts as long. */
const usableMilliseconds = 60 * 60_000
/** An issuer is asked at most this often, whatever keys are named to us. */
const pauseMilliseconds = 30_000

const descriptionSchema = z.object({
  issuer: z.string(),
  jwks_uri: z.url({ protocol: /^https?$/ }).max(1_000),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
})
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

interface IssuerKeys {
  algorithms: string[]
  /** The key that a token names. @throws JOSEError when the issuer has none like it */
  find: JWTVerifyGetKey
}

interface Known extends IssuerKeys {
  since: number
}

interface Asking {
  issuer: Issuer
  clock: Pick<Clock, 'monotonic'>
  log: Pick<Logger, 'warn'>
  fetch: Fetch
  timeoutMilliseconds: number
}

/**
 * The keys of one issuer, kept in memory. A key that is not known has them looked up again, for issuers replace theirs: not more often than
 * every 30 seconds, and once for all who wait.
 *
 * @returns a function that gives them; it throws a DomainError `unavailable` while the issuer cannot be asked and nothing of it is known
 */
export function createIssuerKeys(asking: Asking): () => Promise<IssuerKeys> {
  const { issuer, clock, log } = asking
  let known: Known | undefined
  let askedAt: number | undefined
  let failure: unknown
  let running: Promise<void> | undefined

  const age = (moment: number | undefined) => (moment === undefined ? Infinity : clock.monotonic() - moment)
  const mayAsk = () => running !== undefined || age(askedAt) >= pauseMilliseconds

  /** Asks the issuer, unless that was done just now. What fails is kept for those who need an answer. */
  async function ask(): Promise<void> {
    if (!mayAsk()) return
    running ??= (async () => {
      askedAt = clock.monotonic()
      try {
        known = { ...(await readKeys(asking)), since: askedAt }
        failure = undefined
      } catch (error) {
        failure = error
        log.warn(
          { err: error, issuer: issuer.address },
          'The keys of an issuer of identities could not be read',
        )
      } finally {
        running = undefined
      }
    })()
    await running
  }

  return async () => {
    if (age(known?.since) >= freshMilliseconds) await ask()
    if (!known || age(known.since) >= usableMilliseconds) throw isAway(issuer, failure)
    const find: JWTVerifyGetKey = async (header, token) => {
      const present = known
      try {
        if (!present) throw new errors.JWKSNoMatchingKey()
        return await present.find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        await ask()
        if (!known || known === present) throw error
        return known.find(header, token)
      }
    }
    return { algorithms: known.algorithms, find }
  }
}

async function readKeys({ issuer, fetch, timeoutMilliseconds }: Asking): Promise<IssuerKeys> {
  const read = async <Schema extends z.ZodType>(address: string, schema: Schema) => {
    const parsed = schema.safeParse(await fetchJson(fetch, address, timeoutMilliseconds))
    if (parsed.success) return parsed.data
    throw new Error('answered something else than an issuer does', { cause: parsed.error })
  }
  const base = issuer.address.replace(/\/$/, '')
  const description = await read(`${base}/.well-known/openid-configuration`, descriptionSchema)
  if (description.issuer !== issuer.address) throw new Error('describes itself as another issuer')
  // Nobody but who is configured is asked, whatever its description says.
  if (new URL(description.jwks_uri).origin !== new URL(issuer.address).origin)
    throw new Error('has its keys on another host')
  const algorithms = takenAlgorithms.filter((name) =>
    description.id_token_signing_alg_values_supported.includes(name),
  )
  if (algorithms.length === 0) throw new Error(`signs by none of ${takenAlgorithms.join(', ')}`)
  const keys = await read(description.jwks_uri, keysSchema)
  return { algorithms, find: createLocalJWKSet(keys as JSONWebKeySet) }
}

function isAway({ name, address }: Issuer, failure: unknown): DomainError {
  const why = failure instanceof Error ? ` (it ${failure.message})` : ''
  return new DomainError('unavailable', callMessages.issuerAway({ name, address, why }), { cause: failure })
}
