import { Op } from 'sequelize'
import { LoginChallenge } from '../../../db/models/login-challenge'
import { PasswordReset } from '../../../db/models/password-reset'
import { Session } from '../../../db/models/session'
import type { User } from '../../../db/models/user'
import { loggedOutElsewhere, securityNoticeMail } from '../../mail/security-notice-mail'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'

/**
 * Gives `user` a new password, ends every session but `keptSessionId` and whatever else the old one had begun, and says so
 * by mail. For the transaction that locks `user`.
 */
export async function storePassword(
  dependencies: Dependencies,
  user: User,
  passwordHash: string,
  keptSessionId?: string,
): Promise<void> {
  const userId = user.id
  await user.update({ passwordHash, forcePasswordChange: false })
  await PasswordReset.destroy({ where: { userId } })
  await LoginChallenge.destroy({ where: { userId } })
  await Session.destroy({ where: { userId, ...(keptSessionId && { id: { [Op.ne]: keptSessionId } }) } })
  await recordAudit(
    dependencies,
    { kind: 'human', userId, teamId: user.teamId, name: user.name, email: user.email },
    { action: 'user.change-password', target: user },
  )
  await queueMail(
    dependencies,
    user.email,
    securityNoticeMail({
      name: user.name,
      what: 'The password of your login was changed',
      consequence: loggedOutElsewhere,
      publicUrl: dependencies.publicUrl,
    }),
  )
}
