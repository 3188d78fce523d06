import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { agentKeySchema } from '../core/agent/protocol'

/** The key by which controller and agent prove themselves to each other. */
export interface ControlKey {
  current(): Buffer
  /** From now on this one alone, also for the agents after this one. */
  replace(key: Buffer): void
}

const keyFileSchema = z.object({ key: agentKeySchema.shape.key })

/**
 * The key that the controller gave last, in a file of its own, or `initial`, that of the bootstrap. What else is derived from the bootstrap
 * stays as it is: running containers can be told nothing new.
 */
export function openControlKey(path: string, initial: Buffer): ControlKey {
  let key = readKey(path) ?? initial
  return {
    current: () => key,
    replace(next) {
      if (key.equals(next)) return
      writeKey(path, next)
      key = next
    },
  }
}

/** @throws where the file is there and holds no key: the one before was taken out of use */
function readKey(path: string): Buffer | undefined {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return Buffer.from(keyFileSchema.parse(JSON.parse(content)).key, 'base64')
}

/** Whole or not at all, whenever the agent or the machine ends. */
function writeKey(path: string, key: Buffer): void {
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify({ key: key.toString('base64') }))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
}
