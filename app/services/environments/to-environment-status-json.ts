import { statusTexts } from '../../messages/environment-status-texts'
import { type StatusType } from '../../../core/resources/wire-states'
import type { Environment } from '../../../db/models/environment'
import { cloudRefusalOf } from '../aws-accounts/cloud-refusal'
import type { EnvironmentStatusView } from './environment-views'
import { findCondition } from '../../../core/resources/find-condition'
import { remedyOfReason } from '../../messages/remedies'

export const toEnvironmentStatusJson = (
  environment: Pick<Environment, 'awsAccountId' | 'status' | 'statusType' | 'statusMessage' | 'deletingAt'>,
): EnvironmentStatusView => {
  const refusal = cloudRefusalOf(environment)
  const statusType: StatusType = environment.statusType
  const ready = findCondition(environment.status?.conditions ?? [], 'Ready')
  const documentation =
    statusType === 'FAILURE' || statusType === 'INITIAL' ? remedyOfReason(ready?.reason) : undefined
  return {
    statusType,
    statusMessage: environment.statusMessage || statusTexts[statusType],
    ...(documentation !== undefined && { documentation }),
    isDeleting: environment.deletingAt !== null,
    ...(refusal && { refusal }),
  }
}
