import { z } from 'zod'
import { readSecret, type SecretAccess } from '../secrets/read-secret'
import type { Login } from './login'

/** The login in a secret, in the form of ECS, so that one secret serves both. */
const loginSchema = z.object({
  username: z.string().min(1).max(1000),
  password: z.string().min(1).max(10_000),
})

/**
 * Reads the login for a registry out of the secret that holds it, with the role of the instance: at every pull, so that a changed password
 * counts at once. Nothing keeps it, and no message repeats any of it.
 *
 * The returned function rejects with an error whose message says why there is no login, for people, without a full stop.
 */
export function createSecretLogin(access: SecretAccess): (arn: string) => Promise<Login> {
  return async (arn) => parseLogin(arn, await readSecret(access, { arn }, 'registry login'))
}

function parseLogin(arn: string, text: string | undefined): Login {
  const parsed = loginSchema.safeParse(fromJson(text ?? ''))
  if (parsed.success) return parsed.data
  throw new Error(`${arn} holds no registry login: it must be {"username": "…", "password": "…"}`)
}

/** Parses JSON without the parser's message, which repeats a part of the text. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
