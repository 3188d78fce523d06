import { Transaction } from 'sequelize'
import { Team } from '../../../db/models/team'
import { User } from '../../../db/models/user'

/** Keeps the team from being deleted until the transaction ends. Before every other lock, as where it is deleted: otherwise each could wait for the other. */
export const keepTeam = ({ teamId }: { teamId: string }): Promise<unknown> =>
  Team.findByPk(teamId, { attributes: ['id'], lock: Transaction.LOCK.KEY_SHARE })

/**
 * The person as they are now, locked until the transaction ends; undefined when they were deleted. What is known of them from before
 * has to be compared with it.
 */
export async function lockUser({ id, teamId }: Pick<User, 'id' | 'teamId'>): Promise<User | undefined> {
  await keepTeam({ teamId })
  return (await User.findByPk(id, { lock: true })) ?? undefined
}
