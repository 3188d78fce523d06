import { isDeepStrictEqual } from 'node:util'
import type { AwsAccount } from '../../../core/resources/aws-account'
import type { AwsAccountDependencies } from './dependencies'
import { nextStatus, type ConditionChange, type StatusChange } from './aws-account-status'

/**
 * Writes the status that follows, unless nothing changes.
 * @throws ConflictError if the account changed since it was read
 */
export async function writeAwsAccountStatus(
  account: AwsAccount,
  { store, clock, log }: Pick<AwsAccountDependencies, 'store' | 'clock' | 'log'>,
  change: StatusChange,
  conditions: ConditionChange[],
): Promise<AwsAccount> {
  const status = nextStatus(account, change, conditions, clock.now())
  if (isDeepStrictEqual(status, account.status)) return account
  if (status.phase !== account.status?.phase)
    log.info({ awsAccount: account.metadata.name, phase: status.phase }, status.message)
  return store.replaceStatus('AwsAccount', account, status)
}
