import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AuthenticatorToken } from '../../db/models/authenticator-token'
import { Environment } from '../../db/models/environment'
import { StartError } from '../options'

const base64Key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32)

const newKey = () => randomBytes(32).toString('base64')

const keysSchema = z.object({
  masterKey: base64Key,
  /** Encrypts the secrets of authenticator apps. Installations from before it was there get one. */
  authenticatorKey: base64Key.prefault(newKey),
})

/** 32 bytes each. */
type Keys = z.infer<typeof keysSchema> & {
  /** Whether the keys were made just now. */
  areNew: boolean
}

/** Files of an earlier start that new keys could not open. */
const traces = ['postgres', 'postgres-password', 'simulated-aws.json', 'instances']

/**
 * The secrets of this installation, made on its first start; those that it has not got yet are
 * added, and what nothing needs any more goes.
 *
 * @throws StartError if they were damaged, or are gone while there is data that needs them
 */
export function readOrCreateKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json')
  const text = readIfPresent(file)
  const trace = traces.find((name) => existsSync(join(dataDir, name)))
  if (text === undefined && trace) throw lost(file, `${join(dataDir, trace)} is there`)
  const keys = text === undefined ? keysSchema.parse({ masterKey: newKey() }) : parse(text, file)
  const complete = toText(keys)
  if (text !== complete) replace(file, complete)
  return { ...keys, areNew: text === undefined }
}

/**
 * Keys that were made just now can open nothing that is in a database of before; then they are thrown away again.
 *
 * @throws StartError if such a thing is there
 */
export async function requireNothingSealed(dataDir: string): Promise<void> {
  const hasSecrets = (await AuthenticatorToken.count()) > 0
  if (!hasSecrets && (await Environment.count()) === 0) return
  const file = join(dataDir, 'keys.json')
  rmSync(file, { force: true })
  throw lost(file, `the database holds ${hasSecrets ? 'secrets of authenticator apps' : 'environments'}`)
}

const lost = (file: string, evidence: string) =>
  new StartError(
    `${file} is missing, but ${evidence}: without its keys instances cannot be reached and nobody with an authenticator app gets in. Restore it from a backup, or begin anew in another folder with SDO_DATA_DIR.`,
  )

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string, file: string): z.infer<typeof keysSchema> {
  try {
    return keysSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new StartError(
      `${file} is damaged, and without it running instances cannot be reached: restore it, or choose another data folder with SDO_DATA_DIR.`,
      { cause },
    )
  }
}

const toText = (keys: z.infer<typeof keysSchema>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key.toString('base64')])),
  )

function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
