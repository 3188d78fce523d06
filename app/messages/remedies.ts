import { findLine } from '../../core/environment-log/lines'
import type { ConditionReason } from '../../core/resources/metadata'

/** Where the documentation says what to do about a condition, by its reason; reasons that nobody has to act on are left out. */
export const remediesOfReasons: Partial<Record<ConditionReason, string>> = {
  AccessDenied: '/docs/external-resources#status-of-an-account',
  RolesDiffer: '/docs/external-resources#status-of-an-account',
  AccountNotReady: '/docs/external-resources#aws-accounts',
  DelegationDiffers: '/docs/external-resources#hosted-zones',
  NameTaken: '/docs/external-resources#link-names-to-an-environment',
  RangesOverlap: '/docs/external-networks#ranges',
  QuotaExceeded: '/docs/deployments#when-a-deployment-fails',
  InsufficientCapacity: '/docs/deployments#when-a-deployment-fails',
  Failed: '/docs/deployments#when-a-deployment-fails',
  ProcessUnhealthy: '/docs/application-integration#health',
  Unplaceable: '/docs/applications#size',
}

/** Where the documentation says what to do about a condition with this reason; undefined where it does not. */
export const remedyOfReason = (reason: ConditionReason | undefined): string | undefined =>
  reason && remediesOfReasons[reason]

/** Where the documentation says what to do about the line of a log with this code, whatever its words are: they may be a customer's. */
export const remedyOfLine = (code: string | undefined): string | undefined => findLine(code)?.docs
