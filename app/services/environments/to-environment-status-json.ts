import { statusTexts, type StatusType } from '../../../core/status'
import type { Environment } from '../../../db/models/environment'
import type { EnvironmentStatusView } from './environment-views'

export const toEnvironmentStatusJson = (
  environment: Pick<Environment, 'statusType' | 'statusMessage' | 'deletingAt'>,
): EnvironmentStatusView => {
  const statusType: StatusType = environment.statusType
  return {
    statusType,
    statusMessage: environment.statusMessage || statusTexts[statusType],
    isDeleting: environment.deletingAt !== null,
  }
}
