import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
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
export type Keys = z.infer<typeof keysSchema>

/**
 * The secrets of this installation, made on its first start; those that it has not got yet are
 * added, and what nothing needs any more goes.
 *
 * @throws StartError if they were damaged
 */
export function readOrCreateKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json')
  const text = readIfPresent(file)
  const keys = text === undefined ? keysSchema.parse({ masterKey: newKey() }) : parse(text, file)
  const complete = toText(keys)
  if (text !== complete) replace(file, complete)
  return keys
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string, file: string): Keys {
  try {
    return keysSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new StartError(
      `${file} is damaged, and without it running instances cannot be reached: restore it, or choose another data folder with SDO_DATA_DIR.`,
      { cause },
    )
  }
}

const toText = (keys: Keys): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key.toString('base64')])),
  )

function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
