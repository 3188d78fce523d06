import { randomUUID } from 'node:crypto'
import { contactMessages } from '../../../core/contact-messages'
import { accountMessages } from '../../../core/account-messages'
import { isValidEmail } from '../../../core/email-address'
import { invalid } from '../../../core/errors'
import { SupportMessage } from '../../../db/models/support-message'
import { messageReceivedMail } from '../../mail/message-received-mail'
import { supportMessageMail } from '../../mail/support-message-mail'
import { sourceOf } from '../accounts/source'
import type { Actor } from '../actor'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { currentOrigin } from '../origin'
import { once } from '../submission'
import { success, type Success } from '../success'
import { requireFewMessages } from './require-few-messages'

export interface MessageInput {
  name: string
  email: string
  message: string
}

const longestName = 200
const longestMessage = 10_000

/**
 * Keeps a message to support, and in the same transaction puts it into the outbox for support and a confirmation for the sender.
 *
 * @throws DomainError `invalid`; `throttled` when the source or the address has sent many of late
 */
export function sendMessage(
  dependencies: Dependencies,
  actor: Actor,
  input: MessageInput,
  submissionId?: string,
): Promise<Success> {
  const details = requireMessage(input)
  return once(dependencies, actor, submissionId, async () => {
    const source = sourceOf(currentOrigin().address)
    await requireFewMessages(dependencies, { source, email: details.email })
    const createdAt = new Date(dependencies.clock.now())
    await SupportMessage.create({ id: randomUUID(), ...details, source, createdAt })
    await queueMail(dependencies, dependencies.supportEmail, supportMessageMail(details))
    await queueMail(dependencies, details.email, messageReceivedMail())
    return success
  })
}

// Postgres keeps no NUL in a text.
const tidy = (text: string) => text.replaceAll('\0', '').trim()

function requireMessage(input: MessageInput): MessageInput {
  const [name, email, message] = [tidy(input.name), tidy(input.email), tidy(input.message)]
  const missing = {
    ...(!name && { name: contactMessages.nameMissing }),
    ...(!email && { email: contactMessages.emailMissing }),
    ...(!message && { message: contactMessages.messageMissing }),
  }
  if (Object.keys(missing).length > 0) throw invalid(contactMessages.fieldsMissing, missing)
  if (name.length > longestName) throw refuse('name', contactMessages.nameTooLong)
  if (!isValidEmail(email)) throw refuse('email', accountMessages.invalidEmail(email))
  if (message.length > longestMessage) throw refuse('message', contactMessages.messageTooLong)
  return { name, email, message }
}

const refuse = (field: string, text: string) => invalid(text, { [field]: text })
