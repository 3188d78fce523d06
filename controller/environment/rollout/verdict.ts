import type { AgentProcess } from '../../../core/agent/protocol'
import type { ProcessStatus } from '../../../core/resources/environment'
import type { Failure } from '../../../core/resources/environment-told'
import type { Unplaced } from '../facts'
import type { Limits } from '../policy'
import { nameOf, type Demand } from '../workload/goal'
import { isInService, type Selection } from '../workload/selection'

export interface Observations {
  now: number
  /** The agent's report on a process in this pass; undefined if it was not asked or did not answer. */
  reportOf(process: ProcessStatus): AgentProcess | undefined
  /** The bytes that a version means here, once they are known. */
  digestOf(application: Demand['application']): string | undefined
  /** How many seconds a process was seen to wait for its load balancers to let it in. */
  waitedSeconds(process: ProcessStatus): number
  /** Since when one of them finds fault with its answers, epoch in milliseconds; the reason is the message of the process. */
  refusedSince(process: ProcessStatus): number | undefined
  /** Ids of applications with a load balancer that could not be made. */
  failedLoadBalancers: ReadonlySet<string>
  /** Processes that found no instance; `isFinal` if waiting cannot change it. */
  unplaced: (Unplaced & { isFinal: boolean })[]
  /** Since when not all instances could be had, epoch in milliseconds. */
  fleetShortSince: number | undefined
  /** Why the last launch was refused. */
  lastRefusal: Failure | undefined
}

type VerdictLimits = Pick<
  Limits,
  | 'healthySeconds'
  | 'startSeconds'
  | 'pullSeconds'
  | 'crashesBeforeServing'
  | 'servingSeconds'
  | 'capacitySeconds'
>

/**
 * Why a deployment can no longer succeed, judged by what is new in it, as a sentence for the customer, or undefined while it can. Judges only by
 * what was observed just now, so that time in which nothing could be observed is not held against it.
 */
export function findFailure(
  selections: Selection[],
  observations: Observations,
  limits: VerdictLimits,
): Failure | undefined {
  const { unplaced, fleetShortSince, failedLoadBalancers, lastRefusal, now } = observations
  const isFleetLate = fleetShortSince !== undefined && now - fleetShortSince > limits.capacitySeconds * 1000
  for (const { demand, reason, message, isFinal } of unplaced)
    if (isFinal || isFleetLate)
      return { reason, message: `${nameOf(demand)} cannot be placed on any instance. ${message}` }
  if (isFleetLate && selections.some(({ isServed }) => !isServed))
    return {
      reason: lastRefusal?.reason ?? 'InsufficientCapacity',
      message: `AWS did not provide the instances it needs within ${minutes(limits.capacitySeconds)}. ${lastRefusal?.message ?? 'Deploy again later.'}`,
    }
  for (const { demand, kept } of selections) {
    if (failedLoadBalancers.has(demand.application.applicationId))
      return {
        reason: 'CloudError',
        message: `${nameOf(demand)}: AWS could not create its load balancer. Deploy again. If it fails again, check the quotas of the AWS account.`,
      }
    for (const process of kept) {
      const reason = whyHopeless(process, demand, observations, limits)
      if (reason)
        return {
          reason: 'ProcessUnhealthy',
          message: `${nameOf(demand)} ${reason}`,
          output: observations.reportOf(process)?.output,
        }
    }
  }
  return undefined
}

function whyHopeless(
  process: ProcessStatus,
  { application }: Demand,
  { now, reportOf, digestOf, waitedSeconds, refusedSince }: Observations,
  limits: VerdictLimits,
): string | undefined {
  if (isInService(process, application)) return undefined
  const graceSeconds = application.healthCheck?.graceSeconds ?? limits.healthySeconds
  const report = reportOf(process)
  const seconds = (epoch: number) => (now - epoch) / 1000
  const detail = report?.message ? ` ${report.message}` : ''
  const digest = digestOf(application)
  if (report?.digest && digest && report.digest !== digest)
    return `is not the same everywhere: its tag was moved while it was pulled, from ${digest} to ${report.digest}. Deploy it again, or give every version a tag of its own.`
  if (report && report.restarts >= limits.crashesBeforeServing)
    return `crashed ${report.restarts} times before it was in service.${detail}`
  if (process.healthyEpoch !== undefined) {
    const refused = refusedSince(process)
    if (refused !== undefined && seconds(refused) > graceSeconds)
      return `is healthy, but gets no requests. ${process.message ?? ''}`.trim()
    if (waitedSeconds(process) <= limits.servingSeconds) return undefined
    return `is healthy, but its load balancer did not accept it within ${minutes(limits.servingSeconds)}. ${process.message ?? 'It gives no reason: deploy again.'}`
  }
  if (!report || report.state === 'healthy') return undefined
  if (process.startedEpoch !== undefined && seconds(process.startedEpoch) > graceSeconds)
    return `was not healthy within ${graceSeconds} seconds of its start.${detail}`
  const isPullRefused = report.state === 'pulling' && report.message !== undefined
  if (isPullRefused && seconds(process.requestedEpoch) > limits.pullSeconds)
    return `could not be started.${detail} Check that the image exists and may be pulled.`
  const isStartRefused =
    report.state === 'starting' && process.startedEpoch === undefined && report.message !== undefined
  if (isStartRefused && seconds(process.requestedEpoch) > limits.pullSeconds)
    return `could not be started.${detail}`
  if (process.startedEpoch === undefined && seconds(process.requestedEpoch) > limits.startSeconds)
    return `could not be started within ${minutes(limits.startSeconds)}: the image ${application.image}:${application.tag} was not pulled. Check that it exists and may be pulled.${detail}`
  return undefined
}

const minutes = (seconds: number) => (seconds === 60 ? 'one minute' : `${Math.round(seconds / 60)} minutes`)
