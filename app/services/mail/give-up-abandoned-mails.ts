import { Op } from 'sequelize'
import { MailMessage } from '../../../db/models/mail-message'
import type { Dependencies } from '../dependencies'
import { noContent } from './record-mail-outcome'

const answerMilliseconds = 60 * 60_000

/** Gives up on mails whose process went away at the hand-over. */
export async function giveUpAbandonedMails(
  { clock, log }: Dependencies,
  { keepsContent }: { keepsContent: boolean },
): Promise<void> {
  const now = clock.now()
  const [abandoned] = await MailMessage.update(
    {
      failedAt: new Date(now),
      failure: 'The process that sent it ended before the server answered.',
      ...(keepsContent ? {} : noContent),
    },
    {
      where: { sentAt: null, failedAt: null, handedOverAt: { [Op.lt]: new Date(now - answerMilliseconds) } },
    },
  )
  if (abandoned > 0)
    log.warn({ mails: abandoned }, 'E-mails were sent or not: their process ended before it knew')
}
