import { securityNoticeMail } from '../../mail/security-notice-mail'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { requireProof, requireProofHolds } from '../passwords/require-proof'
import { requireWaitingLogin, factsOf } from './waiting-login'

interface Approval {
  id: string
  /** May be absent, or empty, soon after logging in. */
  currentPassword?: string
}

/**
 * Lets the command line that waits log in as the actor, who is told so by mail.
 *
 * @throws DomainError `not-found` when it waits no longer; otherwise as `requireProof`
 */
export async function approveDeviceLogin(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, currentPassword }: Approval,
): Promise<Success> {
  const proof = await requireProof(dependencies, actor, currentPassword)
  return authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async (actor) => {
    const waiting = await requireWaitingLogin(dependencies, actor, id)
    const user = await requireProofHolds(dependencies, actor, proof)
    await waiting.update({ state: 'approved' })
    await recordAudit(dependencies, actor, {
      action: 'device-login.approve',
      target: { id, name: user.name },
      after: factsOf(waiting),
    })
    const { publicUrl } = dependencies
    const notice = {
      owner: user,
      what: 'You let a command line log in as you',
      // Not how it calls itself: that may be anything, and a program that shows mails makes links of it.
      consequence: `It asked from ${waiting.address || 'an unknown address'}. Website Security lists where you are logged in, and logs you out everywhere else.`,
      publicUrl,
    }
    await queueMail(dependencies, user.email, securityNoticeMail(notice))
    return success
  })
}
