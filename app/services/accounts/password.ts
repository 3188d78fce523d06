import type { Options } from '@node-rs/argon2'
import { callPasswordLibrary } from './password-worker'

/** Argon2id, the library's default algorithm, at the strength OWASP names as the minimum: 19 MiB, two passes. */
const strength: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> =>
  callPasswordLibrary<string>('hashSync', password, strength)

let standIn: Promise<string> | undefined

/**
 * Whether `password` is the one behind `passwordHash`. Takes as long when there is no hash, so that nobody learns from the
 * time which e-mail addresses are known.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  standIn ??= hashPassword('nobody has this password').catch((error: unknown) => {
    standIn = undefined
    throw error
  })
  const matches = await callPasswordLibrary<boolean>('verifySync', passwordHash ?? (await standIn), password)
  return matches && passwordHash !== undefined
}
