import { mostProcessesOf } from '../application/scaling-bounds'
import { quotaConsoleOf, type QuotaName } from '../aws/quotas'
import type { ApplicationSpec } from './application'
import type { Preflight } from './aws-account'
import type { SpotStrategy } from './environment'

type Sized = Pick<
  ApplicationSpec,
  'cpu' | 'count' | 'maxProcesses' | 'targetCpu' | 'targetMemory' | 'schedule'
>

/**
 * Says for people that the quotas of an account do not let all applications of an environment grow to their most; undefined while they do, or
 * nobody knows. Instances have more cores than their processes, and other environments have theirs: what is said here is certain.
 */
export function vcpuShortage(
  preflight: Preflight | undefined,
  applications: Sized[],
  spotStrategy: SpotStrategy,
): string | undefined {
  const markets: QuotaName[] =
    spotStrategy === 'NONE' ? ['on-demand-vcpus'] : ['on-demand-vcpus', 'spot-vcpus']
  const limits = markets.map((market) => preflight?.quotas.find(({ name }) => name === market)?.limit)
  if (limits.includes(undefined)) return undefined
  const limit = limits.reduce<number>((sum, one = 0) => sum + one, 0)
  const needed = Math.ceil(applications.reduce((sum, one) => sum + one.cpu * mostProcessesOf(one), 0))
  if (needed <= limit) return undefined
  const which = spotStrategy === 'NONE' ? 'on-demand vCPUs' : 'on-demand and Spot vCPUs'
  return `At their most, the applications need ${needed.toLocaleString('en-US')} vCPU${needed === 1 ? '' : 's'}. The AWS account may have ${limit.toLocaleString('en-US')} ${which}. Ask AWS for more: ${quotaConsoleOf('on-demand-vcpus')}`
}
