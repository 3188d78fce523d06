import { randomUUID } from 'node:crypto'
import { notFound } from '../../../core/errors'
import { IntegrationToken } from '../../../db/models/integration-token'
import { IntegrationUser } from '../../../db/models/integration-user'
import { createSecretToken, hashSecretToken } from '../accounts/secret-token'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from './require-admin'

const validityMonths = 3

/** Makes a token that an integration user logs in with for three months. This answer is the only copy of it. */
export async function createIntegrationToken(
  { clock }: Dependencies,
  actor: HumanActor,
  integrationUserId: string,
): Promise<{ token: string }> {
  requireAdmin(actor)
  const user = await IntegrationUser.findOne({ where: { id: integrationUserId, teamId: actor.teamId } })
  if (!user) throw notFound('The integration user')
  const token = createSecretToken()
  const now = new Date(clock.now())
  await IntegrationToken.create({
    id: randomUUID(),
    integrationUserId: user.id,
    tokenHash: hashSecretToken(token),
    maskedToken: `${token.slice(0, 4)}…${token.slice(-4)}`,
    createdAt: now,
    expiresAt: monthsAfter(now, validityMonths),
  })
  return { token }
}

function monthsAfter(moment: Date, months: number): Date {
  const later = new Date(moment)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later
}
