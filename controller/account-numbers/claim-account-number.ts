import { Op } from 'sequelize'
import type { AwsAccountStatus } from '../../core/resources/aws-account'
import { nextRevision } from '../../db/desired-revision'
import { lockKey } from '../../db/key-lock'
import { AwsAccount } from '../../db/models/aws-account'

/** Refusal of an account that another team has shown to be its own. */
const refusal = {
  phase: 'Failure',
  message:
    'The specified AWS account already exists on the platform. Delete it here. If the account is yours and you do not know who has linked it, contact support.',
} as const

/**
 * Makes the number of `row` its team's once the account was found right: its roles then trust the external id of this team,
 * which nobody else could have arranged. It stays the team's until the row is gone. For the transaction that records
 * the status.
 *
 * @param found by the examination that answers `row`
 * @returns what the team is told: what was found, or that the account is another team's
 */
export async function claimAccountNumber(
  row: AwsAccount,
  found: AwsAccountStatus,
  now: number,
): Promise<AwsAccountStatus> {
  const { id, accountNumber } = row
  // Claims of one number wait for each other, so that of two teams exactly one has it.
  await lockKey(row.sequelize, `account-number/${accountNumber}`)
  const owner = await AwsAccount.findOne({ where: { accountNumber, claimedAt: { [Op.not]: null } } })
  if (owner) return owner.id === id ? found : { ...found, ...refusal }
  if (found.phase !== 'Ready') return found
  await AwsAccount.update({ claimedAt: new Date(now) }, { where: { id } })
  await tellOthers(row)
  return found
}

/** Has the number claimed anew by whoever else entered it, when the row of the team that had it is gone. In the same transaction. */
export const releaseAccountNumber = async (row: AwsAccount): Promise<void> => {
  if (row.claimedAt) await tellOthers(row)
}

/** Teams that entered the number as well: each is looked at again. */
const tellOthers = ({ id, accountNumber }: AwsAccount) =>
  AwsAccount.update({ desiredRevision: nextRevision }, { where: { accountNumber, id: { [Op.ne]: id } } })
