import { statusTexts } from '../../messages/environment-status-texts'
import { findCondition } from '../../../core/resources/find-condition'
import { type StatusType } from '../../../core/resources/wire-states'
import type { Environment } from '../../../db/models/environment'
import { cloudRefusalOf } from '../aws-accounts/cloud-refusal'
import type { EnvironmentStatusView } from './environment-views'
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
    ...(isInService(environment) && { needsAttention: true as const }),
    ...(documentation !== undefined && { documentation }),
    isDeleting: environment.deletingAt !== null,
    ...(refusal && { refusal }),
  }
}

/** Whether what somebody has to act on keeps nothing from being in service, as far as the controller has seen. */
const isInService = ({ statusType, status }: Pick<Environment, 'statusType' | 'status'>): boolean =>
  statusType === 'FAILURE' && findCondition(status?.conditions ?? [], 'Available')?.status === 'True'
