import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { User, VerificationCode } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { verificationMail } from '../../mail/verification-mail'
import { authorizedWrite } from '../access/authorized-write'
import { requireOwnUser } from '../access/users'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import {
  createVerificationCode,
  hashVerificationCode,
  maximumCodes,
  verificationLifeMilliseconds,
} from './verification-code'

/** Sends the actor a new code, which replaces the one before. Who has proved the address already gets none. */
export function issueVerificationToken(
  dependencies: Dependencies,
  actor: HumanActor,
): Promise<{ result: 'SUCCESS' }> {
  return authorizedWrite(dependencies, actor, { access: 'session', reach: 'own-login' }, async (actor) => {
    const user = await requireOwnUser(actor)
    if (!user.verifiedAt && actor.state === 'VERIFICATION_NEEDED')
      await sendVerificationCode(dependencies, user)
    return { result: 'SUCCESS' }
  })
}

/** Sends somebody who logs in unverified a code, unless the last one is still good. */
export function ensureVerificationCode(dependencies: Dependencies, userId: string): Promise<void> {
  return inTransaction(dependencies.sequelize, async () => {
    const user = await User.findByPk(userId, { lock: true })
    if (!user || user.verifiedAt) return
    const code = await VerificationCode.findByPk(user.id)
    if (!code || code.expiresAt.getTime() <= dependencies.clock.now())
      await sendVerificationCode(dependencies, user)
  })
}

/** Mails a new code to `user`, in the transaction that makes or locks them. @throws DomainError `throttled` */
export async function sendVerificationCode(dependencies: Dependencies, user: User): Promise<void> {
  const now = dependencies.clock.now()
  const earlier = (await VerificationCode.findByPk(user.id))?.sentAt ?? []
  const recent = earlier.filter((moment) => moment.getTime() > now - verificationLifeMilliseconds)
  if (recent.length >= maximumCodes) throw new DomainError('throttled', accountMessages.resendThrottled)
  const code = createVerificationCode()
  await VerificationCode.upsert({
    userId: user.id,
    codeHash: hashVerificationCode(dependencies, user.id, code),
    attempts: 0,
    expiresAt: new Date(now + verificationLifeMilliseconds),
    sentAt: [...recent, new Date(now)],
  })
  await queueMail(dependencies, user.email, verificationMail({ code, publicUrl: dependencies.publicUrl }))
}
