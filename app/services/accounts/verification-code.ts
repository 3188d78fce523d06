import { createHash, randomInt } from 'node:crypto'

/** Without the letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const verificationCodeLength = 6
export const verificationLifeMilliseconds = 10 * 60_000

/** Wrong codes somebody may try before the code is worth nothing. */
export const maximumAttempts = 5

/** Codes somebody may be sent within the life of one. */
export const maximumCodes = 5

export const createVerificationCode = (): string =>
  Array.from({ length: verificationCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** As it is typed: upper case, without blanks around it. */
export const normalizeVerificationCode = (typed: string): string => typed.trim().toUpperCase()

export const hashVerificationCode = (userId: string, code: string): string =>
  createHash('sha256').update(`${userId}/${code}`).digest('hex')
