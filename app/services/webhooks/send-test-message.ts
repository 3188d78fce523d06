import { callMessages } from '../../messages/call-messages'
import { DomainError } from '../../../core/errors'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { webhookTestAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { queueDelivery } from './queue-delivery'
import { lockWebhook } from '../access/own'

/** Sends a message to the team's webhook that says nothing but that it arrives. @returns the id of the message */
export async function sendTestMessage(
  dependencies: Dependencies,
  actor: HumanActor,
): Promise<{ id: string }> {
  await reserveAttempt(dependencies, webhookTestAttempt(actor.teamId), callMessages.webhookTestsThrottled)
  return authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
    const id = await queueDelivery(dependencies, await lockWebhook(actor), {
      kind: 'test',
      headline: 'This is a test of the webhook of your team.',
      details: `${actor.name} sent it.`,
      page: `${dependencies.publicUrl}/portal/notifications`,
      data: {},
    })
    if (id === undefined) throw new DomainError('conflict', callMessages.webhookFull)
    return { id }
  })
}
