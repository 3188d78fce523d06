import { randomUUID } from 'node:crypto'
import { accountMessages } from '../../messages/account-messages'
import { DomainError, invalid } from '../../../core/errors'
import { longest } from '../../../core/text/longest'
import { requireOneLine, nameMessages } from '../../input/names'
import { IntegrationUser } from '../../../db/models/integration-user'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { requireRoom } from '../quotas/quotas'

/** Makes an integration user without a token yet. Names are unique in a team. */
export async function createIntegrationUser(
  dependencies: Dependencies,
  actor: HumanActor,
  input: { name: string },
  submissionId?: string,
): Promise<{ id: string }> {
  const name = input.name.trim()
  if (name === '')
    throw invalid(accountMessages.userFieldsMissing, { name: accountMessages.userFieldsMissing })
  if (name.length > longest.name) {
    const message = nameMessages.tooLong(longest.name)
    throw invalid(message, { name: message })
  }
  requireOneLine(name, 'name')
  const create = async (actor: HumanActor) => {
    const present = await IntegrationUser.count({ where: { teamId: actor.teamId } })
    requireRoom(dependencies, 'integrationUsers', present)
    const user = await IntegrationUser.create({
      id: randomUUID(),
      teamId: actor.teamId,
      name,
      createdAt: new Date(dependencies.clock.now()),
    })
    await recordAudit(dependencies, actor, { action: 'integration-user.create', target: user })
    return { id: user.id }
  }
  const write = { access: 'admin', reach: 'team', submission: { id: submissionId, content: input } } as const
  return orWhenTaken(() => authorizedWrite(dependencies, actor, write, create), {
    integration_users_name: () => {
      const message = accountMessages.integrationUserDuplicate
      throw new DomainError('conflict', message, { fields: { name: message } })
    },
  })
}
