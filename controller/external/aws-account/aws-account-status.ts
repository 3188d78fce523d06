import { isDeepStrictEqual } from 'node:util'
import type { AwsAccount, AwsAccountStatus } from '../../../core/resources/aws-account'
import type { Environment } from '../../../core/resources/environment'
import type { Condition, ConditionReason } from '../../../core/resources/metadata'
import { findCondition } from '../../../core/resources/find-condition'
import { setCondition } from '../../runtime/conditions'
import type { Cloud } from '../../cloud/cloud'
import type { ReconcilerDependencies } from '../../reconcile/create-reconciler'

/** Dependencies of the AwsAccount reconciler. */
export interface AwsAccountDependencies extends ReconcilerDependencies {
  cloud: Cloud
  /** The environments that an account holds, by its name, as they were heard of last: a hint, which costs no call. */
  environmentsIn(awsAccount: string): Environment[] | Promise<Environment[]>
  /** The account in which SDO itself runs; customers' roles trust it. 12 digits. */
  platformAccountNumber: string
  /** Who knows what to do with leftovers of environments; absent, none are looked for. */
  leftovers?: {
    /** Those of the environments that were deleted: nothing of them is needed any more. */
    whichWereDeleted(environments: string[]): Promise<string[]>
    /** Hears how many things were found in an account. */
    count(account: string, things: number): void
  }
}

/** The one condition of an account that lives, and the one more of an account that goes. */
type AwsAccountConditionType = 'Ready' | 'CleanedUp'

export interface StatusChange extends Partial<AwsAccountStatus> {
  phase: AwsAccountStatus['phase']
  message: string
}

/** A change of the condition, which carries the message of the status. */
interface ConditionChange {
  type: AwsAccountConditionType
  status: Condition['status']
  reason: ConditionReason
}

export const initialStatus = (): AwsAccountStatus => ({
  observedGeneration: 0,
  phase: 'Initializing',
  message: '',
  conditions: [],
  answeredVerifyRequest: 0,
  isExaminationRoleIncorrect: false,
  roles: [],
})

/**
 * Writes the status that follows, unless nothing changes: what is not said stays.
 * @throws ConflictError if the account changed since it was read
 */
export async function writeAwsAccountStatus(
  account: AwsAccount,
  { store, clock, log }: Pick<AwsAccountDependencies, 'store' | 'clock' | 'log'>,
  change: StatusChange,
  conditions: ConditionChange[],
): Promise<AwsAccount> {
  const { name, generation } = account.metadata
  const before = account.status ?? initialStatus()
  const status: AwsAccountStatus = {
    ...before,
    ...change,
    observedGeneration: generation,
    conditions: conditions.reduce(
      (present, condition) =>
        setCondition(present, { message: change.message, ...condition }, generation, clock.now()),
      before.conditions,
    ),
  }
  if (isDeepStrictEqual(status, account.status)) return account
  if (status.phase !== account.status?.phase)
    log.info({ awsAccount: name, phase: status.phase }, status.message)
  return store.replaceStatus('AwsAccount', account, status)
}

export const findAccountCondition = (
  { status }: AwsAccount,
  type: AwsAccountConditionType,
): Condition | undefined => findCondition(status?.conditions ?? [], type)
