import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../options'

const base64Key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32)

const keysSchema = z.object({ masterKey: base64Key, cookieSecret: base64Key })

/** 32 bytes each. */
export type Keys = z.infer<typeof keysSchema>

/** The secrets of this installation, made on its first start. @throws StartError if they were damaged */
export function readOrCreateKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json')
  const text = readIfPresent(file) ?? createKeys(file)
  try {
    return keysSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new StartError(
      `${file} is damaged, and without it running instances cannot be reached: restore it, or choose another data folder with SDO_DATA_DIR.`,
      { cause },
    )
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function createKeys(file: string): string {
  const newKey = () => randomBytes(32).toString('base64')
  const text = JSON.stringify({ masterKey: newKey(), cookieSecret: newKey() })
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return text
}
