import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from './key-ring'

const version = 'h1'

/**
 * A hash of `text` that nobody can search without a key of the ring: for what has too few bits to be kept by a plain hash.
 * `purpose` names the row, so that it is worth nothing in another one. `h1.KEY-ID.HASH`
 */
export const keyedHash = ({ currentId, keys }: KeyRing, text: string, purpose: string): string =>
  hashBy(keys, currentId, text, purpose) ?? ''

/** Every hash of `text` that a key of the ring may have made for this `purpose`: for looking for one, while keys change. */
export const keyedHashes = ({ keys }: KeyRing, text: string, purpose: string): string[] =>
  [...keys.keys()].map((currentId) => keyedHash({ currentId, keys }, text, purpose))

/** Whether `hash` was made of `text` for this `purpose`, with any key of the ring. */
export function isKeyedHashOf({ keys }: KeyRing, hash: string, text: string, purpose: string): boolean {
  const [, keyId = ''] = hash.split('.')
  const expected = Buffer.from(hashBy(keys, keyId, text, purpose) ?? '')
  const found = Buffer.from(hash)
  return found.length > 0 && found.length === expected.length && timingSafeEqual(found, expected)
}

function hashBy(keys: KeyRing['keys'], keyId: string, text: string, purpose: string): string | undefined {
  const sealingKey = keys.get(keyId)
  if (!sealingKey) return undefined
  // One key for one use: this one is derived, and nothing is ever encrypted with it.
  const key = Buffer.from(hkdfSync('sha256', sealingKey, '', 'SDO keyed hash', 32))
  const hash = createHmac('sha256', key)
    .update(JSON.stringify([purpose, text]))
    .digest('base64url')
  return [version, keyId, hash].join('.')
}
