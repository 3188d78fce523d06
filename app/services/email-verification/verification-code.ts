import { randomInt } from 'node:crypto'
import type { Dependencies } from '../dependencies'
import { isKeyedHashOf, keyedHash } from '../secrets/keyed-hash'

/** Without the letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const verificationCodeLength = 6
export const verificationLifeMilliseconds = 10 * 60_000

/** Wrong codes somebody may try before the code is worth nothing. */
export const maximumAttempts = 5

/** How many codes somebody may be sent within the life of one. */
export const maximumCodes = 5

export const createVerificationCode = (): string =>
  Array.from({ length: verificationCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A typed code in the form in which codes are compared: upper case, without blanks around it. */
export const normalizeVerificationCode = (typed: string): string => typed.trim().toUpperCase()

type Keys = Pick<Dependencies, 'authenticatorKeys'>

const purposeOf = (userId: string) => `verification code of user ${userId}`

/** The hash that is kept of a code. Somebody who reads the database could try all of its 30 bits, so the hash needs a key. */
export const hashVerificationCode = ({ authenticatorKeys }: Keys, userId: string, code: string): string =>
  keyedHash(authenticatorKeys, code, purposeOf(userId))

/** Whether `code` is the one whose hash was kept for `userId`. */
export const isVerificationCode = (
  { authenticatorKeys }: Keys,
  { userId, codeHash }: { userId: string; codeHash: string },
  code: string,
): boolean => isKeyedHashOf(authenticatorKeys, codeHash, code, purposeOf(userId))
