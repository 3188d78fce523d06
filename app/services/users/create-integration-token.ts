import { randomUUID } from 'node:crypto'
import { IntegrationToken } from '../../../db/models/integration-user'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { lastingWrite } from '../passwords/lasting-write'
import { requireRoom } from '../quotas/quotas'
import { createSecretToken, hashSecretToken } from '../secrets/secret-token'
import { requireOwn } from '../access/own'

export const tokenValidityMonths = 3

/** Makes a token that an integration user logs in with for three months. This answer is the only copy of it. @throws DomainError as `lastingWrite` */
export async function createIntegrationToken(
  dependencies: Dependencies,
  actor: HumanActor,
  integrationUserId: string,
  { currentPassword }: { currentPassword?: string } = {},
): Promise<{ token: string }> {
  const write = { access: 'admin', reach: 'team', currentPassword } as const
  return lastingWrite(dependencies, actor, write, async (actor) => {
    const user = await requireOwn('integrationUser', actor, integrationUserId)
    const present = await IntegrationToken.count({ where: { integrationUserId: user.id } })
    requireRoom(dependencies, 'tokensPerIntegrationUser', present)
    const token = createSecretToken()
    const now = new Date(dependencies.clock.now())
    const { id, maskedToken, expiresAt } = await IntegrationToken.create({
      id: randomUUID(),
      integrationUserId: user.id,
      madeBy: actor.userId,
      tokenHash: hashSecretToken(token),
      maskedToken: `${token.slice(0, 4)}…${token.slice(-4)}`,
      createdAt: now,
      expiresAt: monthsAfter(now, tokenValidityMonths),
    })
    await recordAudit(dependencies, actor, {
      action: 'integration-token.create',
      target: { id, name: user.name },
      after: { maskedToken, expiresAt: expiresAt.toISOString() },
    })
    return { token }
  })
}

function monthsAfter(moment: Date, months: number): Date {
  const later = new Date(moment)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later
}
