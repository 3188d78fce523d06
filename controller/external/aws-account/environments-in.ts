import { findCondition } from '../../../core/resources/find-condition'
import type { AwsAccount } from '../../../core/resources/aws-account'
import type { Environment } from '../../../core/resources/environment'
import type { ResourceStore } from '../../store/store'

/** The environments that an account holds. */
export async function listEnvironmentsIn(
  { metadata }: Pick<AwsAccount, 'metadata'>,
  { store }: { store: ResourceStore },
): Promise<Environment[]> {
  const environments = await store.list('Environment')
  return environments.filter(({ spec }) => spec.awsAccount === metadata.name)
}

/** Since when AWS refuses an environment its role, or lets it in again: epoch in milliseconds, undefined if neither is known. */
export function accessChange({ status }: Environment): { isDenied: boolean; epoch: number } | undefined {
  const access = findCondition(status?.conditions ?? [], 'CloudAccess')
  if (!access) return undefined
  const isDenied = access.status === 'False' && access.reason === 'AccessDenied'
  return { isDenied, epoch: Date.parse(access.lastTransitionTime) }
}
