import type { Options } from '@node-rs/argon2'
import { laneOfPlace } from './password-lane'
import { PasswordQueue, type Lane } from './password-queue'
import { passwordLibrary } from './password-library'

/** Argon2id, the library's default algorithm, at the strength OWASP names as the minimum: 19 MiB, two passes. */
const strength: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At some 35 ms each, the last one of all waits about four seconds. */
const queue = new PasswordQueue({ perLane: 4, strangers: 64, trusted: 64 })

/**
 * The hash to keep of `password`.
 *
 * @throws DomainError `unavailable` when too many wait, in `lane` or in all
 */
export const hashPassword = (password: string, lane: Lane = laneOfPlace()): Promise<string> =>
  queue.run(lane, () => passwordLibrary.hash(password, strength))

let standIn: Promise<string> | undefined

/**
 * Whether `password` is the one behind `passwordHash`. Takes as long when there is no hash, so that nobody learns from the
 * time which e-mail addresses are known.
 *
 * @throws DomainError `unavailable` when too many wait, in `lane` or in all
 */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  lane: Lane = laneOfPlace(),
): Promise<boolean> {
  standIn ??= hashPassword('nobody has this password', { key: 'stand-in', isTrusted: true }).catch(
    (error: unknown) => {
      standIn = undefined
      throw error
    },
  )
  const compared = passwordHash ?? (await standIn)
  const matches = await queue.run(lane, () => passwordLibrary.verify(compared, password))
  return matches && passwordHash !== undefined
}
