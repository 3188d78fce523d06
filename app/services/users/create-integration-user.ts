import { randomUUID } from 'node:crypto'
import { UniqueConstraintError } from 'sequelize'
import { accountMessages } from '../../../core/account-messages'
import { DomainError, invalid } from '../../../core/errors'
import { IntegrationUser } from '../../../db/models/integration-user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { once } from '../submission'
import { requireAdmin } from './require-admin'

/** Makes an integration user without a token yet. Names are unique in a team. */
export async function createIntegrationUser(
  dependencies: Dependencies,
  actor: HumanActor,
  input: { name: string },
  submissionId?: string,
): Promise<{ id: string }> {
  requireAdmin(actor)
  const name = input.name.trim()
  if (name === '' || name.length > 100)
    throw invalid(accountMessages.userFieldsMissing, { name: accountMessages.userFieldsMissing })
  try {
    return await once(dependencies, actor, submissionId, async () => {
      const user = await IntegrationUser.create({
        id: randomUUID(),
        teamId: actor.teamId,
        name,
        createdAt: new Date(dependencies.clock.now()),
      })
      return { id: user.id }
    })
  } catch (failure) {
    if (!(failure instanceof UniqueConstraintError)) throw failure
    const message = accountMessages.integrationUserDuplicate
    throw new DomainError('conflict', message, { fields: { name: message } })
  }
}
