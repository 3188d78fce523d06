import type { MailMessage } from '../../../db/models/mail-message'
import type { Mail } from '../../mail/mail'
import type { MailOutcome, MailTransport } from '../../mail/mail-transport'
import type { Dependencies } from '../dependencies'
import { writeDown } from '../outbox/write-down'
import { ClaimLostError, handOverMail } from './hand-over-mail'
import { readMailContent } from './mail-content'
import { recordMailOutcome } from './record-mail-outcome'
import { claimDueMail } from '../../../db/queries/mails'

interface DeliverOptions {
  dependencies: Dependencies
  transport: MailTransport
  signal: AbortSignal
  random: () => number
}

/** Makes one attempt at the mail that is due longest. Resolves with what became of it, or undefined when none is due. */
export async function deliverMail(options: DeliverOptions): Promise<MailOutcome['result'] | undefined> {
  const { dependencies } = options
  const mail = await claimMail(dependencies)
  if (!mail) return undefined
  const { id } = mail
  try {
    const outcome = await send(options, mail)
    await record(options, mail, outcome)
    return outcome.result
  } catch (error) {
    if (error instanceof ClaimLostError) {
      dependencies.log.info({ mail: id }, error.message)
      return 'deferred'
    }
    // Nothing was handed over, whatever the database knows of that.
    await record(options, mail, { result: 'unavailable', reason: 'The attempt failed here, see the log.' })
    throw error
  }
}

async function send({ dependencies, transport }: DeliverOptions, mail: MailMessage): Promise<MailOutcome> {
  const { id, recipient, createdAt } = mail
  const content = openContent(dependencies, mail)
  // An operator who gives the missing key again loses no mail.
  if ('reason' in content) return { result: 'deferred', reason: `It cannot be read: ${content.reason}` }
  const outgoing = { id, recipient, ...content, queuedAt: createdAt }
  return transport.send(outgoing, () => handOverMail(dependencies, mail))
}

function openContent(dependencies: Dependencies, mail: MailMessage): Mail | { reason: string } {
  try {
    return readMailContent(dependencies, mail)
  } catch (failure) {
    return { reason: failure instanceof Error ? failure.message : 'the reason is unknown.' }
  }
}

async function record(options: DeliverOptions, mail: MailMessage, outcome: MailOutcome): Promise<void> {
  const { dependencies, transport, random } = options
  const { log } = dependencies
  const { result } = outcome
  if (result === 'sent') log.info({ mail: mail.id }, 'E-mail sent')
  else log.warn({ mail: mail.id, result, attempt: mail.attempts, reason: outcome.reason }, 'E-mail not sent')
  const keepsContent = transport.showsStoredMails
  await writeDown({ ...options, facts: { mail: mail.id } }, () =>
    recordMailOutcome(dependencies, mail, outcome, { keepsContent, random }),
  )
}

/** Longer than any attempt, so that a claim comes free only when its process is gone. */
const claimMilliseconds = 15 * 60_000

/** Takes the mail that is due longest, so that for now no other process does. Undefined when none is due. */
function claimMail({ sequelize, clock }: Dependencies): Promise<MailMessage | undefined> {
  const now = clock.now()
  return claimDueMail(sequelize, { now: new Date(now), freeAt: new Date(now + claimMilliseconds) })
}
