import { statusTexts } from '../../messages/environment-status-texts'
import { findCondition } from '../../../core/resources/find-condition'
import { type StatusType } from '../../../core/resources/wire-states'
import type { Environment } from '../../../db/models/environment'
import { cloudRefusalOf } from '../aws-accounts/cloud-refusal'
import type { EnvironmentStatusView } from './environment-views'

export const toEnvironmentStatusJson = (
  environment: Pick<Environment, 'awsAccountId' | 'status' | 'statusType' | 'statusMessage' | 'deletingAt'>,
): EnvironmentStatusView => {
  const refusal = cloudRefusalOf(environment)
  const statusType: StatusType = environment.statusType
  return {
    statusType,
    statusMessage: environment.statusMessage || statusTexts[statusType],
    ...(isInService(environment) && { needsAttention: true as const }),
    isDeleting: environment.deletingAt !== null,
    ...(refusal && { refusal }),
  }
}

/** Whether what somebody has to act on keeps nothing from being in service, as far as the controller has seen. */
const isInService = ({ statusType, status }: Pick<Environment, 'statusType' | 'status'>): boolean =>
  statusType === 'FAILURE' && findCondition(status?.conditions ?? [], 'Available')?.status === 'True'
