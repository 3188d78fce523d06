import { CodeSlot } from '../../../db/models/code-slot'
import { PasswordReset, Invitation } from '../../../db/models/password-reset'
import { Session } from '../../../db/models/session'
import type { User } from '../../../db/models/user'
import { loggedOutElsewhere, securityNoticeMail } from '../../mail/security-notice-mail'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { endOtherLogins } from '../sessions/end-other-logins'

/**
 * Gives `user` a new password, ends every session but `keptSessionId` and whatever else the old one had begun, forgets
 * the browsers that it was used in (but the one of the kept session), and says so by mail. `provedAt` is when they proved their address with
 * it. For the transaction that locks `user`.
 */
export async function storePassword(
  dependencies: Dependencies,
  user: User,
  passwordHash: string,
  { keptSessionId, provedAt }: { keptSessionId?: string; provedAt?: Date } = {},
): Promise<void> {
  const userId = user.id
  const kept = keptSessionId ? await Session.findByPk(keptSessionId) : null
  // From now on nobody else knows the password, so the proof of the address is the person's.
  const verifiedAt = user.verifiedAt ?? kept?.verifiedAt ?? provedAt ?? null
  await user.update({ passwordHash, forcePasswordChange: false, verifiedAt })
  await PasswordReset.destroy({ where: { userId } })
  await Invitation.destroy({ where: { userId } })
  await endOtherLogins(userId, keptSessionId)
  // Somebody who knew the old password does not know this one: the owner's next codes need not wait for theirs.
  await CodeSlot.destroy({ where: { userId, proof: 'password' } })
  await recordAudit(
    dependencies,
    { kind: 'human', userId, teamId: user.teamId, name: user.name, email: user.email },
    { action: 'user.change-password', target: user },
  )
  await queueMail(
    dependencies,
    user.email,
    securityNoticeMail({
      owner: user,
      what: provedAt ? 'You chose the password of your login' : 'The password of your login was changed',
      consequence: loggedOutElsewhere,
      publicUrl: dependencies.publicUrl,
    }),
  )
}
