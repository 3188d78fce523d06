import type { SecretReferences } from '../../core/application/environment-variables'
import { parseSecretReference, type SecretReference } from '../../core/application/secret-reference'
import type { Clock } from '../../core/time/clock'
import { readSecret, type SecretAccess, type SecretVersion } from './read-secret'
import { takeJsonKey } from './take-json-key'

/** Secrets that the customer keeps in AWS, for the processes of the instance. */
export interface ProcessSecrets {
  /**
   * Name of a variable to its value.
   *
   * @throws Error with a message that says which cannot be had and why, for people, without a full stop
   */
  resolve(references: SecretReferences): Promise<Record<string, string>>
}

/** Processes of one application start together: AWS is asked once for all of them. Longer would hide that a secret was changed. */
const keptMs = 10_000
/** Linux takes no variable of more than 128 KB, its name included. */
const longestValueBytes = 100_000

/** Reads secrets with the role of the instance when a process starts. None is kept longer than some seconds, or written anywhere. */
export function createProcessSecrets(access: SecretAccess, clock: Pick<Clock, 'monotonic'>): ProcessSecrets {
  const kept = new Map<string, { text: Promise<string | undefined>; askedAt: number }>()

  function read(secret: SecretVersion): Promise<string | undefined> {
    for (const [key, { askedAt }] of kept) if (clock.monotonic() - askedAt > keptMs) kept.delete(key)
    const key = JSON.stringify([secret.arn, secret.versionStage, secret.versionId])
    const present = kept.get(key)
    if (present) return present.text
    const text = readSecret(access, secret, 'secret')
    const mine = { text, askedAt: clock.monotonic() }
    kept.set(key, mine)
    // What was refused is asked for again by the next start.
    text.catch(() => {
      if (kept.get(key) === mine) kept.delete(key)
    })
    return text
  }

  async function readFor(name: string, reference: string): Promise<string> {
    try {
      const secret = parseSecretReference(reference)
      if (!secret) throw new Error('what names its secret is none')
      return requireValue(secret, await read(secret))
    } catch (error) {
      const { message } = error as Error
      throw new Error(`its variable ${name} has no value, because ${message}`, { cause: error })
    }
  }

  return {
    async resolve(references) {
      const values = await Promise.all(
        Object.entries(references).map(
          async ([name, reference]) => [name, await readFor(name, reference)] as const,
        ),
      )
      return Object.fromEntries(values)
    },
  }
}

function requireValue({ arn, jsonKey }: SecretReference, text: string | undefined): string {
  if (text === undefined)
    throw new Error(`the secret ${arn} holds bytes: a variable takes text, so keep it as a secret string`)
  const value = jsonKey === undefined ? text : takeJsonKey(arn, text, jsonKey)
  const what = jsonKey === undefined ? `the secret ${arn}` : `the key ${jsonKey} of the secret ${arn}`
  if (value.includes('\0')) throw new Error(`${what} holds a NUL, which no variable can`)
  if (Buffer.byteLength(value) > longestValueBytes)
    throw new Error(`${what} is longer than a variable can be, ${longestValueBytes / 1000} KB`)
  return value
}
