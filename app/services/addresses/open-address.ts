import { tidyEmail } from '../../input/email-address'
import { findAddressOwner } from '../../../db/queries/addresses'
import type { Dependencies } from '../dependencies'

class AddressOwned extends Error {}

/** Whether somebody has proved `email`, or is in the team `teamId` with it. */
export const isAddressOwned = async (
  { sequelize }: Pick<Dependencies, 'sequelize'>,
  email: string,
  teamId?: string,
): Promise<boolean> => (await findAddressOwner(sequelize, tidyEmail(email), teamId)) !== undefined

/** Whether somebody else has proved the address of `user`. */
export async function isProvedByAnother(
  { sequelize }: Pick<Dependencies, 'sequelize'>,
  { id, email }: { id: string; email: string },
): Promise<boolean> {
  const owner = await findAddressOwner(sequelize, tidyEmail(email))
  return owner !== undefined && owner.id !== id
}

/**
 * Lets pass who wants an address that is nobody's yet: it belongs to whoever proves it. Who only says that it is theirs keeps nobody from
 * saying the same, and loses it to the one who proves it. For the transaction of the write, which `unlessOwned` runs.
 *
 * @param teamId the team that they are to be in, which has each address once
 */
export async function requireOpenAddress(
  dependencies: Dependencies,
  email: string,
  teamId?: string,
): Promise<void> {
  if (await isAddressOwned(dependencies, email, teamId))
    throw new AddressOwned('The address is somebody else’s.')
}

/** The result of `work`, or of `answer` when `requireOpenAddress` refused it, whose transaction is then rolled back. */
export async function unlessOwned<Result>(
  work: () => Promise<Result>,
  answer: () => Result,
): Promise<Result> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof AddressOwned) return answer()
    throw failure
  }
}
