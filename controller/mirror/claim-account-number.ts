import { Op } from 'sequelize'
import type { AwsAccountStatus } from '../../core/resources/aws-account'
import { lockKey } from '../../db/key-lock'
import { AwsAccount } from '../../db/models/aws-account'
import { nextRevision } from '../../db/desired-revision'

/**
 * Makes the number of `row` its team's once the account was found right: its roles then trust the external id of this team,
 * which nobody else could have arranged. It stays the team's until the row is gone. For the transaction that records
 * `status`.
 *
 * @returns whether another team has shown before that the account is its own
 */
export async function isAccountOfAnother(
  row: AwsAccount,
  status: AwsAccountStatus,
  now: number,
): Promise<boolean> {
  const { id, accountNumber } = row
  // One at a time for each number, so that of two teams exactly one has it.
  await lockKey(row.sequelize, `account-number/${accountNumber}`)
  const owner = await AwsAccount.findOne({ where: { accountNumber, claimedAt: { [Op.not]: null } } })
  if (owner) return owner.id !== id
  if (status.phase !== 'SUCCESS') return false
  await AwsAccount.update({ claimedAt: new Date(now) }, { where: { id } })
  // Those who entered it as well are told.
  await AwsAccount.update(
    { desiredRevision: nextRevision },
    { where: { accountNumber, id: { [Op.ne]: id } } },
  )
  return false
}
