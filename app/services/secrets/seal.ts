import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring'

const algorithm = 'aes-256-gcm'
const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts `text` for the database. What comes out opens only with a key of the ring and for the same `purpose`, which
 * names the row: moved to another one it is worth nothing. `v1.KEY-ID.NONCE.CIPHERTEXT-AND-TAG`
 */
export function seal({ currentId, keys }: KeyRing, text: string, purpose: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, requireKey(keys, currentId), nonce, { authTagLength: tagBytes })
  cipher.setAAD(associatedData(currentId, purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, currentId, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** The text that `seal` was given. @throws Error that says why `sealed` cannot be read, without anything of it */
export function unseal({ keys }: KeyRing, sealed: string, purpose: string): string {
  const [found, keyId = '', nonce = '', data = '', ...rest] = sealed.split('.')
  if (found !== version || rest.length > 0) throw new Error('It is not sealed.')
  const bytes = Buffer.from(data, 'base64url')
  try {
    const decipher = createDecipheriv(algorithm, requireKey(keys, keyId), Buffer.from(nonce, 'base64url'), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(associatedData(keyId, purpose))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch (cause) {
    if (cause instanceof UnknownKeyError) throw cause
    throw new Error('It was damaged, or sealed for another row or by another key of the same id.', { cause })
  }
}

/** Whether `sealed` was made with the key that new ones are made with. */
export const isSealedByCurrent = ({ currentId }: KeyRing, sealed: string): boolean =>
  sealed.startsWith(`${version}.${currentId}.`)

class UnknownKeyError extends Error {}

function requireKey(keys: KeyRing['keys'], id: string): Buffer {
  const key = keys.get(id)
  if (!key) throw new UnknownKeyError(`It was sealed with the key ${JSON.stringify(id)}, which is not given.`)
  return key
}

const associatedData = (keyId: string, purpose: string) => Buffer.from(`${version}.${keyId}.${purpose}`)
