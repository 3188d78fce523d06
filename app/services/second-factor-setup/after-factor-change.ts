import type { User } from '../../../db/models/user'
import { loggedOutElsewhere, securityNoticeMail } from '../../mail/security-notice-mail'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { removeOtherSessions } from '../sessions/end-other-sessions'

/**
 * Logs the actor out everywhere else and tells them by mail `what` happened, and in whole sentences what `more` there is to
 * know. For the transaction of the change.
 */
export async function afterFactorChange(
  dependencies: Dependencies,
  user: User,
  actor: HumanActor,
  { what, more = '' }: { what: string; more?: string },
): Promise<void> {
  await removeOtherSessions(dependencies, actor)
  const { publicUrl } = dependencies
  const consequence = [more, loggedOutElsewhere].filter(Boolean).join(' ')
  await queueMail(dependencies, user.email, securityNoticeMail({ owner: user, what, consequence, publicUrl }))
}
