import { isHealthyStatus } from '../../core/application/run-settings'
import type { TargetGroupState } from '../state'
import type { TargetHealth } from '../../controller/cloud/cloud'
import type { Endpoint } from './target-pool'
import { healthyThreshold, unhealthyThreshold } from '../timings'
import type { HealthAnswer, Traffic } from './traffic'
import type { World } from '../world'

const fastestSeconds = 5

type Fault = Pick<TargetHealth, 'reason' | 'description'>

/** Checks an endpoint until it is gone, and tells when its health changes, or why it is bad. */
export function watchHealth(
  world: World,
  traffic: Traffic,
  { group, privateHost }: { group: TargetGroupState; privateHost: string },
  endpoint: Endpoint,
  changed: (health: 'healthy' | 'unhealthy', fault?: Fault) => void,
): void {
  const ends = AbortSignal.any([endpoint.gone, world.scheduler.signal])
  const { host, port } = endpoint
  const watch = async () => {
    let told: string | undefined = endpoint.isHealthy ? 'healthy' : undefined
    let streak = 0
    let last: boolean | undefined
    while (!ends.aborted) {
      const path = group.healthCheckPath
      const fault = faultOf(await traffic.probe({ host, port, path, privateHost }), group.healthyStatuses)
      if (ends.aborted) return
      const passed = fault === undefined
      streak = passed === last ? streak + 1 : 1
      last = passed
      const news = fault?.description ?? 'healthy'
      if (news !== told && streak >= (passed ? healthyThreshold : unhealthyThreshold)) {
        told = news
        changed(passed ? 'healthy' : 'unhealthy', fault)
      }
      // As much slower than usual as the group is in AWS.
      const slowness = (group.healthCheckSeconds ?? fastestSeconds) / fastestSeconds
      await world.clock.sleep(world.timings.healthCheckIntervalMs * slowness, ends)
    }
  }
  world.scheduler.inBackground(watch)
}

/** What is wrong with an answer, in the words of AWS. */
function faultOf(answer: HealthAnswer, statuses = '200-299'): Fault | undefined {
  if (answer.status === undefined)
    return answer.isTimeout
      ? { reason: 'Target.Timeout', description: 'Request timed out' }
      : { reason: 'Target.FailedHealthChecks', description: 'Health checks failed' }
  if (isHealthyStatus(statuses, answer.status)) return undefined
  return {
    reason: 'Target.ResponseCodeMismatch',
    description: `Health checks failed with these codes: [${answer.status}]`,
  }
}
