import { createHash, randomInt } from 'node:crypto'

/** 32 letters and digits, without those that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 5
const groupLength = 5

/** 125 random bits, for people to print: `K7QWX-…`, five groups of five. */
export const createRecoveryCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** A typed code as `createRecoveryCode` writes it, whatever stands between its groups; undefined if it is no such code. */
export function readRecoveryCode(typed: string): string | undefined {
  const bare = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  if (!/^[A-Z2-9]{25}$/.test(bare)) return undefined
  return bare.match(/.{5}/g)?.join('-')
}

/** The hash that is kept of a code. A code has too many bits to be guessed from its hash, so a fast hash will do. */
export const hashRecoveryCode = (userId: string, code: string): string =>
  createHash('sha256').update(`${userId}/${code}`).digest('hex')
