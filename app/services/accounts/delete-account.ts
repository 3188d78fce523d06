import { ForeignKeyConstraintError } from 'sequelize'
import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { AwsAccount } from '../../../db/models/aws-account'
import { Environment } from '../../../db/models/environment'
import { Team } from '../../../db/models/team'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import type { Dependencies } from '../dependencies'

/**
 * Deletes the actor's team: everybody's logins, integrations, applications and the audit log. Everybody is signed out.
 *
 * @throws DomainError `conflict` while there are environments or AWS accounts, also those whose removal is under way
 */
export async function deleteAccount(dependencies: Dependencies, actor: HumanActor): Promise<Success> {
  const write = { access: 'admin', reach: 'team-removal' } as const
  try {
    await authorizedWrite(dependencies, actor, write, deleteTeam)
  } catch (failure) {
    if (!(failure instanceof ForeignKeyConstraintError)) throw failure
    throw new DomainError('conflict', accountMessages.accountDeletionFailed, { cause: failure })
  }
  // The audit log went with the team, so this is the only trace.
  dependencies.log.info({ teamId: actor.teamId, userId: actor.userId }, 'An account was deleted')
  return success
}

async function deleteTeam({ teamId }: HumanActor): Promise<Success> {
  const where = { teamId }
  const remaining = (await Environment.count({ where })) + (await AwsAccount.count({ where }))
  if (remaining > 0) throw new DomainError('conflict', accountMessages.accountDeletionBlocked)
  await Team.destroy({ where: { id: teamId } })
  return success
}
