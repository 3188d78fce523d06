import { Session } from '../../../db/models/session'
import { VerificationCode } from '../../../db/models/user'
import { authorizedWrite } from '../access/authorized-write'
import { requireOwnUser } from '../access/users'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import { isAddressOwned } from '../addresses/open-address'
import { removeRivals } from '../addresses/remove-claims'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { endOtherLogins } from '../sessions/end-other-logins'
import { isVerificationCode, maximumAttempts, normalizeVerificationCode } from './verification-code'

export const verifyUserResults = ['SUCCESS', 'FAILURE', 'THROTTLED'] as const
type VerifyUserResult = (typeof verifyUserResults)[number]

/**
 * Checks the code that was sent to the actor, five attempts at most, and ends whatever else had begun to log in as them: only this
 * session is known to be of whoever has the mailbox. Everybody else who said that the address is theirs loses it. The proof
 * belongs to this session alone while the password is one that somebody else chose, and to the person otherwise. Somebody verified
 * already succeeds.
 */
export function verifyUser(
  dependencies: Dependencies,
  actor: HumanActor,
  typed: string,
): Promise<{ result: VerifyUserResult }> {
  // Who proves it in two places at once gets in at one of them.
  return orWhenTaken<{ result: VerifyUserResult }>(() => verify(dependencies, actor, typed), {
    users_proved_email: () => ({ result: 'FAILURE' }),
  })
}

const verify = (
  dependencies: Dependencies,
  actor: HumanActor,
  typed: string,
): Promise<{ result: VerifyUserResult }> =>
  authorizedWrite<'session', { result: VerifyUserResult }>(
    dependencies,
    actor,
    { access: 'session', reach: 'own-login' },
    async (actor) => {
      const { clock } = dependencies
      const user = await requireOwnUser(actor)
      const session = await Session.findByPk(actor.sessionId, { rejectOnEmpty: true })
      if (user.verifiedAt || session.verifiedAt) return { result: 'SUCCESS' }
      const code = await VerificationCode.findByPk(user.id)
      if (!code || code.expiresAt.getTime() <= clock.now()) return { result: 'FAILURE' }
      if (code.attempts >= maximumAttempts) return { result: 'THROTTLED' }
      if (!isVerificationCode(dependencies, code, normalizeVerificationCode(typed))) {
        await code.increment('attempts')
        return { result: 'FAILURE' }
      }
      if (await isAddressOwned(dependencies, user.email)) return { result: 'FAILURE' }
      const verifiedAt = new Date(clock.now())
      await session.update({ verifiedAt })
      if (!user.forcePasswordChange) await user.update({ verifiedAt })
      await removeRivals(dependencies, user)
      await code.destroy()
      await endOtherLogins(user.id, session.id)
      await recordAudit(dependencies, actor, { action: 'user.verify', target: user })
      return { result: 'SUCCESS' }
    },
  )
