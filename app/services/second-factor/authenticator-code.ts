import { generateSecret, generateURI, verifySync } from 'otplib'

/** How far the clock of a phone may be off. */
const toleranceSeconds = 30

/** A key for an authenticator app: 160 random bits, base32. */
export const createAuthenticatorSecret = (): string => generateSecret()

/** The address in the QR image. The app shows its `account` beside the product's name. */
export const authenticatorUri = (account: string, secret: string): string =>
  generateURI({ issuer: 'SDO', label: account, secret })

/**
 * The time step whose code `typed` is, at `now` in milliseconds; undefined for a wrong code, for one that is not newer than
 * the last that was used, and for a secret that could not be read.
 */
export function matchStep(
  { secret, lastUsedStep }: { secret: string | undefined; lastUsedStep: number | null },
  typed: string,
  now: number,
): number | undefined {
  const token = typed.replace(/\s/g, '')
  if (secret === undefined || !/^\d{6}$/.test(token)) return undefined
  const result = verifySync({
    secret,
    token,
    epoch: Math.floor(now / 1000),
    epochTolerance: toleranceSeconds,
    ...(lastUsedStep !== null && { afterTimeStep: lastUsedStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
