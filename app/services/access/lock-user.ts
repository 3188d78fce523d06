import { Transaction } from 'sequelize'
import { Team } from '../../../db/models/team'
import { User } from '../../../db/models/user'

/**
 * The person as they are now, locked until the transaction ends; undefined when they were deleted. What is known of them from before
 * has to be compared with it.
 */
export async function lockUser({ id, teamId }: Pick<User, 'id' | 'teamId'>): Promise<User | undefined> {
  // The team first, as where it is deleted: otherwise each could wait for the other.
  await Team.findByPk(teamId, { lock: Transaction.LOCK.KEY_SHARE })
  return (await User.findByPk(id, { lock: true })) ?? undefined
}
