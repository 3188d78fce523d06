import { randomUUID } from 'node:crypto'
import { accountMessages } from '../../messages/account-messages'
import { contactMessages } from '../../messages/contact-messages'
import { isValidEmail } from '../../input/email-address'
import { invalid } from '../../../core/errors'
import type { Message } from '../../../core/messages/declare-messages'
import { findPersonNameFault } from '../../input/names'
import { SupportMessage } from '../../../db/models/support-message'
import { messageReceivedMail } from '../../mail/message-received-mail'
import { supportMessageMail } from '../../mail/support-message-mail'
import { authorizedWrite } from '../access/authorized-write'
import type { Actor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import { sourceOf } from '../actor/source'
import { success, type Success } from '../answers/success'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { requireFewMessages } from './require-few-messages'

interface MessageInput {
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
  const submission = { id: submissionId, content: details }
  return authorizedWrite(dependencies, actor, { access: 'public', submission }, async () => {
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
  const nameFault = findPersonNameFault(name)
  const faults: Record<string, Message> = {
    ...(nameFault !== undefined && { name: nameFault }),
    ...(name.length > longestName && { name: contactMessages.nameTooLong }),
    ...(!name && { name: contactMessages.nameMissing }),
    ...(!isValidEmail(email) && { email: accountMessages.invalidEmail(email) }),
    ...(!email && { email: contactMessages.emailMissing }),
    ...(message.length > longestMessage && { message: contactMessages.messageTooLong }),
    ...(!message && { message: contactMessages.messageMissing }),
  }
  const [first] = Object.values(faults)
  if (first !== undefined)
    throw invalid(name && email && message ? first : contactMessages.fieldsMissing, faults)
  return { name, email, message }
}

/** The content of the contact page: the chat server, if there is one, and the actor's name and address, if they are known. */
export const getContact = ({ supportChatUrl }: Dependencies, actor: Actor) => ({
  chatUrl: supportChatUrl ?? null,
  sender: actor.kind === 'human' ? { name: actor.name, email: actor.email } : null,
})
