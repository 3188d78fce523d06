import { PasswordReset } from '../../../db/models/password-reset'
import { inTransaction } from '../../../db/transaction'
import { User } from '../../../db/models/user'
import { passwordResetMail } from '../../mail/password-reset-mail'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { success, type Success } from '../success'
import { countFailure, requireAttempt, resetAttempt } from './attempt-limit'
import { findUserByEmail } from './find-user-by-email'
import { resetLifeMilliseconds } from './password-reset'
import { createSecretToken, hashSecretToken } from './secret-token'

/** Links that one person is sent within the life of one. */
const maximumLinks = 5

/**
 * Sends a link that lets a person set a new password, if `email` is somebody's. The answer is the same in either case, and so
 * is its time: it does not wait until the address was looked for.
 *
 * @throws DomainError `throttled` when one place asks too often
 */
export async function requestPasswordReset(
  dependencies: Dependencies,
  { email }: { email: string },
): Promise<Success> {
  const attempt = resetAttempt()
  await requireAttempt(dependencies, attempt)
  await countFailure(dependencies, attempt)
  setImmediate(() => {
    sendLink(dependencies, email).catch((failure: unknown) =>
      dependencies.log.error({ err: failure }, 'a password reset could not be sent'),
    )
  })
  return success
}

async function sendLink(dependencies: Dependencies, email: string): Promise<void> {
  const known = await findUserByEmail(email)
  if (!known) return
  await inTransaction(dependencies.sequelize, async () => {
    const user = await User.findByPk(known.id, { lock: true })
    if (user) await replaceReset(dependencies, user)
  })
}

async function replaceReset(dependencies: Dependencies, user: User): Promise<void> {
  const now = dependencies.clock.now()
  const earlier = (await PasswordReset.findByPk(user.id))?.sentAt ?? []
  const recent = earlier.filter((moment) => moment.getTime() > now - resetLifeMilliseconds)
  if (recent.length >= maximumLinks) return
  const token = createSecretToken()
  await PasswordReset.upsert({
    userId: user.id,
    tokenHash: hashSecretToken(token),
    expiresAt: new Date(now + resetLifeMilliseconds),
    sentAt: [...recent, new Date(now)],
  })
  const { name, email } = user
  await queueMail(dependencies, email, passwordResetMail({ name, token, publicUrl: dependencies.publicUrl }))
}
