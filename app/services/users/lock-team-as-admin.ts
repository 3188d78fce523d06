import { Transaction } from 'sequelize'
import { Team } from '../../../db/models/team'
import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import { requireAdmin } from '../require-admin'

/**
 * Lets one at a time decide who is in the actor's team and who its admins are, until the transaction ends.
 *
 * The actor is looked at again under the lock: of two admins who remove each other at the same moment the second is no
 * admin any more. As nobody can remove themselves either, a team always keeps an admin.
 *
 * @throws DomainError `forbidden`
 */
export async function lockTeamAsAdmin(actor: HumanActor): Promise<void> {
  // Weaker than FOR UPDATE, so that it does not wait for those who only add something to the team.
  await Team.findByPk(actor.teamId, { lock: Transaction.LOCK.NO_KEY_UPDATE })
  const { isAdmin } = (await User.findByPk(actor.userId)) ?? { isAdmin: false }
  requireAdmin({ ...actor, isAdmin })
}
