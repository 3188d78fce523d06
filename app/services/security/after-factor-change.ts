import type { User } from '../../../db/models/user'
import { securityNoticeMail } from '../../mail/security-notice-mail'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { endOtherSessions } from './end-other-sessions'

/** Logs the actor out everywhere else and tells them by mail `what` happened. For the transaction of the change. */
export async function afterFactorChange(
  dependencies: Dependencies,
  { name, email }: User,
  actor: HumanActor,
  what: string,
): Promise<void> {
  await endOtherSessions(dependencies, actor)
  const { publicUrl } = dependencies
  await queueMail(dependencies, email, securityNoticeMail({ name, what, publicUrl }))
}
