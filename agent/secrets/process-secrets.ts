import type { SecretReferences } from '../../core/application/environment-variables'
import type { Clock } from '../../core/time/clock'
import { readSecret, type SecretAccess } from './read-secret'

/** What the processes of the instance are given of what the customer keeps in AWS. */
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
  const kept = new Map<string, { value: Promise<string>; askedAt: number }>()

  function read(arn: string): Promise<string> {
    for (const [key, { askedAt }] of kept) if (clock.monotonic() - askedAt > keptMs) kept.delete(key)
    const present = kept.get(arn)
    if (present) return present.value
    const value = readSecret(access, arn, 'secret').then((text) => requireValue(arn, text))
    const mine = { value, askedAt: clock.monotonic() }
    kept.set(arn, mine)
    // What was refused is asked for again by the next start.
    value.catch(() => {
      if (kept.get(arn) === mine) kept.delete(arn)
    })
    return value
  }

  const readFor = (name: string, arn: string) =>
    read(arn).catch((error: Error) => {
      throw new Error(`its variable ${name} has no value, because ${error.message}`, { cause: error })
    })

  return {
    async resolve(references) {
      const values = await Promise.all(
        Object.entries(references).map(async ([name, arn]) => [name, await readFor(name, arn)] as const),
      )
      return Object.fromEntries(values)
    },
  }
}

function requireValue(arn: string, text: string | undefined): string {
  if (text === undefined)
    throw new Error(`the secret ${arn} holds bytes: a variable takes text, so keep it as a secret string`)
  if (text.includes('\0')) throw new Error(`the secret ${arn} holds a NUL, which no variable can`)
  if (Buffer.byteLength(text) > longestValueBytes)
    throw new Error(`the secret ${arn} is longer than a variable can be, ${longestValueBytes / 1000} KB`)
  return text
}
