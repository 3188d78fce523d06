import { createHash } from 'node:crypto'
import type { AwsAccount, AwsAccountStatus } from '../../../core/resources/aws-account'
import type { Condition, ConditionReason } from '../../../core/resources/metadata'
import type { RequiredRole } from '../../../core/roles/role'

/** The one condition of an account that lives, the one more of an account that goes, and what an operator's hand has done. */
export type AwsAccountConditionType = 'Ready' | 'CleanedUp' | Hand

/** Conditions that hold only as long as each write of the status says so. */
const hands = ['Paused', 'DeletionNotRequested'] as const
type Hand = (typeof hands)[number]

export interface StatusChange extends Partial<AwsAccountStatus> {
  phase: AwsAccountStatus['phase']
  message: string
}

export interface ConditionChange {
  type: AwsAccountConditionType
  status: Condition['status']
  reason: ConditionReason
  /** Absent: that of the status. */
  message?: string
}

const blank: Omit<AwsAccountStatus, 'observedGeneration' | 'phase' | 'message'> = {
  conditions: [],
  answeredVerifyRequest: 0,
  isExaminationRoleIncorrect: false,
  roles: [],
}

/** The status that follows: what is not said stays; each condition carries the status's message. */
export function nextStatus(
  account: AwsAccount,
  change: StatusChange,
  conditions: ConditionChange[],
  now: number,
): AwsAccountStatus {
  const previous = account.status
  const observedGeneration = account.metadata.generation
  const changed = conditions.map(({ message = change.message, ...condition }): Condition => {
    const before = previous?.conditions.find(({ type }) => type === condition.type)
    const lastTransitionTime =
      before?.status === condition.status ? before.lastTransitionTime : new Date(now).toISOString()
    return { ...condition, message, lastTransitionTime, observedGeneration }
  })
  const kept = (previous?.conditions ?? []).filter(
    ({ type }) => !changed.some((condition) => condition.type === type) && !hands.includes(type as Hand),
  )
  return { ...blank, ...previous, ...change, observedGeneration, conditions: [...kept, ...changed] }
}

export const findCondition = (account: AwsAccount, type: AwsAccountConditionType): Condition | undefined =>
  account.status?.conditions.find((condition) => condition.type === type)

/** Identifies what roles are required to be, apart from the words that explain them. */
export function definitionOf(required: RequiredRole[]): string {
  const identity = required.map(({ name, path, assumePolicy, policies, managedPolicies }) => [
    name,
    path,
    assumePolicy.definition,
    policies.map((policy) => [policy.name, policy.definition]),
    managedPolicies,
  ])
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16)
}
