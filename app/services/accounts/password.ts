import { hash, verify, type Options } from '@node-rs/argon2'
import { oneAtATime } from './one-at-a-time'

/** Argon2id, the library's default algorithm, at the strength OWASP names as the minimum: 19 MiB, two passes. */
const strength: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** However many log in at once: each computation takes a core for its time, and one is left to everybody else. */
const inTurn = oneAtATime()

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, strength))

let standIn: Promise<string> | undefined

/**
 * Whether `password` is the one behind `passwordHash`. Takes as long when there is no hash, so that nobody learns from the
 * time which e-mail addresses are known.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  standIn ??= hashPassword('nobody has this password')
  const compared = passwordHash ?? (await standIn)
  const matches = await inTurn(() => verify(compared, password))
  return matches && passwordHash !== undefined
}
