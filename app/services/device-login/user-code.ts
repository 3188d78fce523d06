import { randomInt } from 'node:crypto'
import type { Dependencies } from '../dependencies'
import { keyedHash, keyedHashes } from '../secrets/keyed-hash'

/** Letters that make no words and look like no others: those of RFC 8628, section 6.1. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const groupLength = 4
const codeLength = 2 * groupLength

/** A new code that a person types: 34 random bits, as `BCDF-GHJK`. */
export const createUserCode = (): string =>
  group(Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''))

const group = (letters: string): string => `${letters.slice(0, groupLength)}-${letters.slice(groupLength)}`

/** A typed code as it was shown, however its letters are written and parted; undefined for what is none. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  const isCode = letters.length === codeLength && [...letters].every((letter) => alphabet.includes(letter))
  return isCode ? group(letters) : undefined
}

type Keys = Pick<Dependencies, 'authenticatorKeys'>

/** Purpose of the digest, the same for all rows, since a row is found by it. */
const purpose = 'user code of a device login'

/** The hash that is kept of a code. Somebody who reads the database could try all of its bits, so the hash needs a key. */
export const hashUserCode = ({ authenticatorKeys }: Keys, code: string): string =>
  keyedHash(authenticatorKeys, code, purpose)

/** Every hash that may have been kept of a code. */
export const hashesOfUserCode = ({ authenticatorKeys }: Keys, code: string): string[] =>
  keyedHashes(authenticatorKeys, code, purpose)
