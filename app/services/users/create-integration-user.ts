import { randomUUID } from 'node:crypto'
import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { longest } from '../../../core/text/longest'
import { line } from '../../input/names'
import { readField } from '../../input/rule'
import { IntegrationUser } from '../../../db/models/integration-user'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { requireRoom } from '../quotas/quotas'

const nameRule = line(longest.name, { missing: accountMessages.userFieldsMissing })

/** Makes an integration user without a token yet. Names are unique in a team. */
export async function createIntegrationUser(
  dependencies: Dependencies,
  actor: HumanActor,
  input: { name: string },
  submissionId?: string,
): Promise<{ id: string }> {
  const name = readField(nameRule, input.name, 'name')
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
