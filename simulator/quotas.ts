import { quotas, type QuotaName } from '../core/aws/quotas'
import type { AccountState } from './state'
import type { World } from './world'

/** What AWS gives an account to begin with. */
const usualQuotas: Record<QuotaName, number> = {
  vpcs: 5,
  'load-balancers': 50,
  'on-demand-vcpus': 64,
  'spot-vcpus': 64,
}

/** The most that an account may have of something; undefined where nothing is kept to. */
export const quotaOf = (
  { profile }: Pick<World, 'profile'>,
  { quotas: own = {}, vcpuQuota }: AccountState,
  name: QuotaName,
): number | undefined =>
  own[name] ?? (quotas[name].service === 'ec2' ? vcpuQuota : undefined) ?? profile.quotas[name]

/** The same as Service Quotas tells it. */
export const toldQuotaOf = (world: Pick<World, 'profile'>, account: AccountState, name: QuotaName): number =>
  quotaOf(world, account, name) ?? usualQuotas[name]
