import { z } from 'zod'
import { readSecret, type SecretAccess } from '../secrets/read-secret'
import type { Login } from './login'

const host = z.string().min(1).max(300)

/** The login in a secret, in the form of ECS, and beside it the hosts that it may be sent to. */
const loginSchema = z.object({
  username: z.string().min(1).max(1000),
  password: z.string().min(1).max(10_000),
  registry: z.union([host, z.array(host).min(1).max(20)]).optional(),
})

/**
 * Reads the login for a registry out of the secret that holds it, with the role of the instance: at every pull, so that a changed password
 * counts at once. Nothing keeps it, and no message repeats any of it. The secret itself says for which registries it is: an image may be named by
 * people who may not read the secret, and a registry of theirs would be sent it.
 *
 * The returned function rejects with an error whose message says why there is no login, for people, without a full stop.
 */
export function createSecretLogin(access: SecretAccess): (registry: string, arn: string) => Promise<Login> {
  return async (registry, arn) => {
    const { registry: named, ...login } = parseLogin(arn, await readSecret(access, { arn }, 'registry login'))
    if (named === undefined)
      throw new Error(
        `${arn} does not say which registry its login is for: add "registry": "${registry}" to the secret if it may be sent there`,
      )
    if (![named].flat().some((one) => one.toLowerCase() === registry.toLowerCase()))
      throw new Error(
        `the login in ${arn} is not for ${registry}: the secret names another "registry", and its login is sent nowhere else`,
      )
    return login
  }
}

function parseLogin(arn: string, text: string | undefined): z.infer<typeof loginSchema> {
  const parsed = loginSchema.safeParse(fromJson(text ?? ''))
  if (parsed.success) return parsed.data
  throw new Error(
    `${arn} holds no registry login: it must be {"username": "…", "password": "…", "registry": "…"}`,
  )
}

/** Parses JSON without the parser's message, which repeats a part of the text. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
