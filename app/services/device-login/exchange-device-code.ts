import { Op } from 'sequelize'
import { z } from 'zod'
import { DomainError } from '../../../core/errors'
import { DeviceLogin } from '../../../db/models/device-login'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { deviceLoginMessages } from '../../messages/device-login-messages'
import { lockUser } from '../access/users'
import { sourceOf } from '../actor/source'
import { deviceLoginAttempt, returningDeviceLoginAttempt } from '../attempts/attempt-key'
import { giveBack } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { hashSecretToken } from '../secrets/secret-token'
import { startSession, type StartedSession } from '../sessions/start-session'
import { shortestPauseMilliseconds } from './start-device-login'
import { createReturnTicket } from './return-ticket'

/** The answer that is no refusal: nobody has decided yet, or here is the session. */
export const deviceTokenSchema = z.object({
  result: z.enum(['PENDING', 'SUCCESS']),
  /** With SUCCESS, of a session: sent as `Authorization: Bearer …` */
  token: z.string().optional(),
  expirationEpoch: z.int().optional(),
  /** To be sent with the next device code, which strangers of the same network then do not delay. It lets nobody in. */
  returnTicket: z.string().optional(),
})
export type DeviceToken = z.infer<typeof deviceTokenSchema>

/**
 * Gives the command line its session, once, when its person has approved it.
 *
 * @throws DomainError `throttled` for one that does not pause; `forbidden` when it was refused; `not-found` when the code is over,
 * used or none
 */
export async function exchangeDeviceCode(
  dependencies: Dependencies,
  deviceCode: string,
): Promise<DeviceToken> {
  const now = dependencies.clock.now()
  const found = await findOpen(dependencies, deviceCode)
  if (!found) throw over()
  const pause = now - (found.polledAt?.getTime() ?? -Infinity)
  if (pause < shortestPauseMilliseconds) throw new DomainError('throttled', deviceLoginMessages.askedTooSoon)
  await found.update({ polledAt: new Date(now) })
  if (found.state === 'refused') throw new DomainError('forbidden', deviceLoginMessages.refused)
  if (found.state === 'pending') return { result: 'PENDING' }
  const user = await User.findByPk(found.userId ?? '')
  const session =
    user && (await inTransaction(dependencies.sequelize, () => openSession(dependencies, deviceCode, user)))
  if (!session) throw over()
  // It was none of those that somebody begins for nothing: an office logs in as often as it has people.
  const place = sourceOf(found.address)
  const begun = [...deviceLoginAttempt(place), ...returningDeviceLoginAttempt(user.id, place)]
  await giveBack(
    dependencies,
    begun.map((each) => ({ ...each, blockedUntil: found.createdAt })),
  )
  dependencies.metrics?.countLogin('person', 'success')
  return {
    result: 'SUCCESS',
    token: session.token,
    expirationEpoch: session.expiresEpoch,
    returnTicket: createReturnTicket(dependencies, user.id),
  }
}

const over = () => new DomainError('not-found', deviceLoginMessages.exchangeOver)

const findOpen = ({ clock }: Dependencies, deviceCode: string, { lock = false } = {}) =>
  DeviceLogin.findOne({
    where: {
      deviceCodeHash: hashSecretToken(deviceCode),
      expiresAt: { [Op.gt]: new Date(clock.now()) },
    },
    lock,
  })

/** Opens the session in a transaction of its own: one approval opens one, and none after whatever ended the person's logins. */
async function openSession(
  dependencies: Dependencies,
  deviceCode: string,
  approver: User,
): Promise<StartedSession | undefined> {
  const user = await lockUser(approver)
  const approved = user && (await findOpen(dependencies, deviceCode, { lock: true }))
  if (approved?.state !== 'approved' || approved.userId !== user?.id) return undefined
  await approved.destroy()
  return startSession(dependencies, { kind: 'anonymous' }, { user, isByDeviceCode: true })
}
