import { ForeignKeyConstraintError, Transaction } from 'sequelize'
import { accountMessages } from '../../../core/account-messages'
import { DomainError } from '../../../core/errors'
import { AwsAccount } from '../../../db/models/aws-account'
import { Environment } from '../../../db/models/environment'
import { Team } from '../../../db/models/team'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from '../require-admin'
import { success, type Success } from '../success'
import { lockTeamAsAdmin } from '../users/lock-team-as-admin'

/**
 * Deletes the actor's team: everybody's logins, integrations, applications and the audit log. Everybody is signed out.
 *
 * @throws DomainError `conflict` while there are environments or AWS accounts, also those whose removal is under way
 */
export async function deleteAccount(dependencies: Dependencies, actor: HumanActor): Promise<Success> {
  requireAdmin(actor)
  try {
    await inTransaction(dependencies.sequelize, () => deleteTeam(actor))
  } catch (failure) {
    if (!(failure instanceof ForeignKeyConstraintError)) throw failure
    throw new DomainError('conflict', accountMessages.accountDeletionFailed, { cause: failure })
  }
  // The audit log went with the team, so this is the only trace.
  dependencies.log.info({ teamId: actor.teamId, userId: actor.userId }, 'An account was deleted')
  return success
}

async function deleteTeam(actor: HumanActor): Promise<void> {
  // Whoever adds something to the team waits for this lock, and then finds no team.
  await Team.findByPk(actor.teamId, { lock: Transaction.LOCK.UPDATE })
  const where = { teamId: actor.teamId }
  const remaining = (await Environment.count({ where })) + (await AwsAccount.count({ where }))
  if (remaining > 0) throw new DomainError('conflict', accountMessages.accountDeletionBlocked)
  await lockTeamAsAdmin(actor)
  await Team.destroy({ where: { id: actor.teamId } })
}
