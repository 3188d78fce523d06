import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DeviceLogin } from '../../../db/models/device-login'
import { removeSurplusDeviceLogins } from '../../../db/queries/device-logins'
import { deviceLoginMessages } from '../../messages/device-login-messages'
import { currentOrigin } from '../actor/origin'
import { deviceLoginAttempt, returningDeviceLoginAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { createSecretToken, hashSecretToken } from '../secrets/secret-token'
import { readReturnTicket } from './return-ticket'
import { createUserCode, hashUserCode } from './user-code'

/** How long a command line waits for somebody to approve it. */
export const lifeSeconds = 10 * 60
/** How long it pauses before it asks again. */
export const intervalSeconds = 5
/** The shortest pause that is let pass, for an answer may travel longer than the next question. */
export const shortestPauseMilliseconds = (intervalSeconds - 1) * 1000
/** Command lines that wait at once, for all teams together: more of them would make codes easier to guess. The oldest make room. */
export const mostOpen = 10_000

export const startedDeviceLoginSchema = z.object({
  /** Secret that the command line asks with: the only copy. */
  deviceCode: z.string(),
  /** Code that the person types. */
  userCode: z.string(),
  verificationUri: z.string(),
  /** Address of the page with the code in it. */
  verificationUriComplete: z.string(),
  /** In seconds. */
  expiresIn: z.int(),
  interval: z.int(),
})
export type StartedDeviceLogin = z.infer<typeof startedDeviceLoginSchema>

/** What a command line may come with. */
interface Beginning {
  /** From its last login as somebody. */
  returnTicket?: string
}

/**
 * Makes the two codes of a command line that wants to log in. They open nothing until a person approves them.
 *
 * @throws DomainError `throttled` after many from one place, or by one that was in before
 */
export async function startDeviceLogin(
  dependencies: Dependencies,
  { returnTicket = '' }: Beginning = {},
): Promise<StartedDeviceLogin> {
  const returning = readReturnTicket(dependencies, returnTicket)
  const attempt = returning === undefined ? deviceLoginAttempt() : returningDeviceLoginAttempt(returning)
  await reserveAttempt(dependencies, attempt, deviceLoginMessages.startsThrottled)
  const now = dependencies.clock.now()
  // Whoever begins many pushes out their own, which are the oldest, and keeps nobody else from beginning.
  await removeSurplusDeviceLogins(dependencies.sequelize, mostOpen - 1)
  const deviceCode = createSecretToken()
  const userCode = createUserCode()
  const { address, userAgent } = currentOrigin()
  await DeviceLogin.create({
    id: randomUUID(),
    deviceCodeHash: hashSecretToken(deviceCode),
    userCodeHash: hashUserCode(dependencies, userCode),
    state: 'pending',
    address,
    userAgent,
    createdAt: new Date(now),
    expiresAt: new Date(now + lifeSeconds * 1000),
  })
  const verificationUri = `${dependencies.publicUrl}/portal/device`
  return {
    deviceCode,
    userCode,
    verificationUri,
    verificationUriComplete: `${verificationUri}?code=${userCode}`,
    expiresIn: lifeSeconds,
    interval: intervalSeconds,
  }
}
