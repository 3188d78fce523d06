import type { MailMessage } from '../../../db/models/mail-message'
import { claimDueMail } from '../../../db/queries/claim-due-mail'
import type { Dependencies } from '../dependencies'

/** Longer than any attempt, so that a claim comes free only when its process is gone. */
const claimMilliseconds = 15 * 60_000

/** Takes the mail that is due longest, so that for now no other process does. Undefined when none is due. */
export function claimMail({ sequelize, clock }: Dependencies): Promise<MailMessage | undefined> {
  const now = clock.now()
  return claimDueMail(sequelize, { now: new Date(now), freeAt: new Date(now + claimMilliseconds) })
}
