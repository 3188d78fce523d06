import { Transaction } from 'sequelize'
import { notFound } from '../../../core/errors'
import { Webhook } from '../../../db/models/webhook'
import type { HumanActor } from '../actor/actor'

/** The webhook of the actor's team, for a change of it. @throws DomainError `not-found` */
export async function lockWebhook({ teamId }: HumanActor): Promise<Webhook> {
  const webhook = await Webhook.findOne({ where: { teamId }, lock: Transaction.LOCK.NO_KEY_UPDATE })
  if (!webhook) throw notFound('The webhook')
  return webhook
}
