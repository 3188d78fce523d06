import { findCondition } from '../../../core/resources/find-condition'
import type { Environment } from '../../../core/resources/environment'
import type { ResourceStore } from '../../store/store'

/** Reads live which environments an account holds, by its name: for who decides by it what goes. Everybody's are read for it. */
export const readEnvironmentsIn =
  (store: Pick<ResourceStore, 'list'>) =>
  async (awsAccount: string): Promise<Environment[]> =>
    (await store.list('Environment')).filter(({ spec }) => spec.awsAccount === awsAccount)

/** Since when AWS refuses an environment its role, or lets it in again: epoch in milliseconds, undefined if neither is known. */
export function accessChange({ status }: Environment): { isDenied: boolean; epoch: number } | undefined {
  const access = findCondition(status?.conditions ?? [], 'CloudAccess')
  if (!access) return undefined
  const isDenied = access.status === 'False' && access.reason === 'AccessDenied'
  return { isDenied, epoch: Date.parse(access.lastTransitionTime) }
}
