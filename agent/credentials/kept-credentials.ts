import type { Clock } from '../../core/time/clock'
import type { RoleCredentials, RoleRequest, TemporaryCredentials } from './role-credentials'

/**
 * Renewed this long before they expire. Processes are told to come back five minutes before: then there are new ones, even if AWS was
 * away for a moment.
 */
const renewalMs = 10 * 60_000
/**
 * AWS gives none for longer. An instance whose clock is slow must not take them for younger than they are, nor one whose clock is fast
 * take new ones for expired.
 */
const longestLifeMs = 60 * 60_000
/** AWS is not asked again at once for what it just refused, however often the process asks. */
const refusalMs = 10_000

/** The credentials of one role for one process. */
export type KeptCredentials = () => Promise<TemporaryCredentials>

interface Refusal {
  error: unknown
  at: number
}

/**
 * Asks for credentials when they are first wanted, once for all who wait, and again ahead of their expiry. While AWS gives no new ones
 * the old ones are good as long as they last; after that the returned promise rejects with the refusal.
 */
export function keepCredentials(
  roleCredentials: RoleCredentials,
  request: RoleRequest,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): KeptCredentials {
  let present: TemporaryCredentials | undefined
  /** By the monotonic clock. */
  let expiresAt = 0
  let renewal: Promise<TemporaryCredentials> | undefined
  let refusal: Refusal | undefined

  const remainingMs = () => expiresAt - clock.monotonic()

  function renew(): Promise<TemporaryCredentials> {
    if (refusal && clock.monotonic() - refusal.at < refusalMs) return Promise.reject(refusal.error as Error)
    renewal ??= roleCredentials
      .assume(request)
      .then(
        (credentials) => {
          refusal = undefined
          const lifeMs = credentials.expirationEpoch - clock.now()
          expiresAt = clock.monotonic() + (lifeMs > 0 ? Math.min(lifeMs, longestLifeMs) : longestLifeMs)
          return (present = credentials)
        },
        (error: unknown) => {
          refusal = { error, at: clock.monotonic() }
          throw error
        },
      )
      .finally(() => (renewal = undefined))
    return renewal
  }

  return async () => {
    if (present && remainingMs() > renewalMs) return present
    try {
      return await renew()
    } catch (error) {
      if (present && remainingMs() > 0) return present
      throw error
    }
  }
}
