import { statusTexts } from '../../messages/environment-status-texts'
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
    isDeleting: environment.deletingAt !== null,
    ...(refusal && { refusal }),
  }
}
