import {
  requestMetricsSeconds,
  type RequestSpan,
  type RequestsRead,
} from '../../core/environment/request-metrics'
import type { Logger } from '../../core/logging/logger'
import type { Environment } from '../../core/resources/environment'
import type { Clock } from '../../core/time/clock'
import { hourMilliseconds, minuteMilliseconds } from '../../core/time/durations'
import { CloudError, mostTargetGroups, type AccountAccess, type Metrics } from '../cloud/cloud'
import { forEach, inRounds } from './rounds'

/** Accounts asked at the same time. */
const concurrency = 16
const stepMilliseconds = requestMetricsSeconds * 1000
/** Until CloudWatch has most of a time. */
const settledMilliseconds = 2 * minuteMilliseconds
/** It may tell more of a time until then; a longer time costs no more. */
const lateMilliseconds = 2 * stepMilliseconds
/** What a controller that was away makes up for. */
const mostMilliseconds = 3 * hourMilliseconds

interface RequestCollection {
  environments: () => {
    metadata: { name: string }
    spec: Pick<Environment['spec'], 'awsAccount' | 'requestMetrics'>
    status?: Environment['status']
  }[]
  accessOf: (awsAccount: string) => AccountAccess | undefined
  metricsOf: (access: AccountAccess) => Pick<Metrics, 'listRequests'>
  keep: (spans: RequestSpan[]) => Promise<void>
  /** Hears of which time everything is kept, also where no request came. */
  keepRead: (read: RequestsRead) => Promise<void>
  clock: Clock
  log: Logger
}

/** A target group of an exposed port, and whose it is. */
interface Source {
  environmentId: string
  applicationId: string
  loadBalancerId: string
  targetGroupId: string
}

/** What is to be read in an account, and the environments of which that is everything. */
interface Asked {
  found: Source[]
  environmentIds: string[]
}

/**
 * Reads from CloudWatch, each five minutes, what went through the load balancers of environments whose request metrics are on. Apart from
 * passes: what AWS refuses here holds up no environment, and an account that refuses no other.
 */
export async function collectRequests(
  { environments, accessOf, metricsOf, keep, keepRead, clock, log }: RequestCollection,
  signal: AbortSignal,
): Promise<void> {
  /** By account, until when everything is kept. */
  let known = new Map<string, number>()

  function sources(): Map<string, Asked> {
    const byAccount = new Map<string, Asked>()
    for (const { metadata, spec, status } of environments()) {
      if (spec.requestMetrics !== 'CLOUDWATCH') continue
      const { found, environmentIds } = byAccount.get(spec.awsAccount) ?? { found: [], environmentIds: [] }
      byAccount.set(spec.awsAccount, { found, environmentIds })
      const { loadBalancers = [] } = status ?? {}
      for (const { applicationId, loadBalancerId, targetGroupId } of loadBalancers)
        if (loadBalancerId && targetGroupId)
          found.push({ environmentId: metadata.name, applicationId, loadBalancerId, targetGroupId })
      if (loadBalancers.every((each) => each.loadBalancerId && each.targetGroupId))
        environmentIds.push(metadata.name)
    }
    return byAccount
  }

  async function collect(): Promise<void> {
    const asked = sources()
    known = new Map([...known].filter(([account]) => asked.has(account)))
    const untilEpoch = Math.floor((clock.now() - settledMilliseconds) / stepMilliseconds) * stepMilliseconds
    await forEach(asked, concurrency, ([account, asked]) => read(account, asked, untilEpoch))
  }

  async function read(account: string, { found, environmentIds }: Asked, untilEpoch: number): Promise<void> {
    const access = accessOf(account)
    if (!access) return
    const fromEpoch = Math.max(untilEpoch - mostMilliseconds, (known.get(account) ?? 0) - lateMilliseconds)
    try {
      for (let first = 0; first < found.length; first += mostTargetGroups) {
        const batch = found.slice(first, first + mostTargetGroups)
        const sourceOf = new Map(batch.map((source) => [source.targetGroupId, source]))
        const targetGroups = [...sourceOf.values()]
        const figures = await metricsOf(access).listRequests({ targetGroups, fromEpoch, untilEpoch })
        const spans = figures.flatMap(({ targetGroupId, ...figure }) => {
          const source = sourceOf.get(targetGroupId)
          return source ? [toSpan(source, figure)] : []
        })
        if (spans.length > 0) await keep(spans)
      }
      await keepRead({ environmentIds, fromEpoch, untilEpoch })
      known.set(account, untilEpoch)
    } catch (error) {
      // What is missed is read with the next time, and a role that may not is said by its environments.
      if (!(error instanceof CloudError)) throw error
      log.debug({ err: error, account }, 'CloudWatch does not tell what went through load balancers')
    }
  }

  const failure = 'Request metrics could not be kept; it is tried again in five minutes'
  await inRounds(collect, { pauseMilliseconds: stepMilliseconds, failure, clock, log }, signal)
}

const toSpan = (
  { environmentId, applicationId, targetGroupId }: Source,
  figure: Omit<RequestSpan, 'environmentId' | 'applicationId' | 'targetGroup'>,
): RequestSpan => ({
  environmentId,
  applicationId,
  targetGroup: targetGroupId.slice(targetGroupId.lastIndexOf('/') + 1),
  ...figure,
})
