import { mostTargetGroups, CloudError, type TargetGroupOfLoadBalancer } from '../../cloud/cloud'
import { requestCountSeconds } from '../../../core/environment/request-metrics'
import type { Work } from '../concern'
import type { MinuteLoad } from './minute-load'
import { countedMilliseconds, loadsOfRequests } from './request-loads'

const period = requestCountSeconds * 1000
/** After the end of a minute, so that CloudWatch has most of the one before it. */
const delayMilliseconds = 5_000
/** Before it is asked again after a refusal. */
const pauseMilliseconds = 15_000

/** What CloudWatch told when it was last asked. */
interface Counted {
  epoch: number
  /** Application to beginning of a minute to its requests, at all of its ports. */
  requests: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/**
 * How many requests applications get, which CloudWatch is asked once a minute: AWS charges for each answer. Each answer is of all the time that
 * anybody decides by, so whoever begins anew knows as much as who was there.
 */
export class RecentRequests {
  private counted: Counted | undefined
  private refusedEpoch = 0
  /** Present while CloudWatch refuses. */
  refusal: CloudError | undefined

  /** Asks for the requests of these applications. */
  async read({ pass, draft: { status } }: Work, applicationIds: ReadonlySet<string>): Promise<void> {
    const { moment } = pass
    if (
      !moment.isTurn(period, this.counted?.epoch ?? 0, -delayMilliseconds) ||
      pass.now < this.refusedEpoch + pauseMilliseconds
    )
      return
    const groups = status.loadBalancers.flatMap(({ applicationId, loadBalancerId, targetGroupId }) =>
      loadBalancerId && targetGroupId && applicationIds.has(applicationId)
        ? { applicationId, loadBalancerId, targetGroupId }
        : [],
    )
    try {
      this.counted = { epoch: pass.now, requests: await this.count(pass, groups) }
      this.refusal = undefined
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      ;[this.refusal, this.refusedEpoch] = [error, pass.now]
      pass.dependencies.log.debug({ err: error }, 'Requests could not be counted')
    }
  }

  private async count({ account, now }: Work['pass'], groups: Group[]): Promise<Counted['requests']> {
    const requests = new Map(groups.map(({ applicationId }) => [applicationId, new Map<number, number>()]))
    for (let first = 0; first < groups.length; first += mostTargetGroups) {
      const targetGroups = groups.slice(first, first + mostTargetGroups)
      const untilEpoch = Math.floor(now / period) * period
      const counts = await account.metrics.countRequests({
        ...{ targetGroups, untilEpoch, fromEpoch: untilEpoch - countedMilliseconds },
      })
      for (const count of counts) {
        const group = targetGroups.find(({ targetGroupId }) => targetGroupId === count.targetGroupId)
        const minutes = group && requests.get(group.applicationId)
        minutes?.set(count.epoch, (minutes.get(count.epoch) ?? 0) + count.requests)
      }
    }
    return requests
  }

  /** The last minutes of an application, oldest first, of which so many processes serve; none of one that has no load balancer yet. */
  of(applicationId: string, numServing: number): MinuteLoad[] {
    const requests = this.counted?.requests.get(applicationId)
    return this.counted && requests ? loadsOfRequests(requests, this.counted.epoch, numServing) : []
  }
}

type Group = TargetGroupOfLoadBalancer & { applicationId: string }
