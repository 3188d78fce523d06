import type { TargetHealth } from '../../cloud'
import type { Endpoint } from './target-pool'
import { healthyThreshold, unhealthyThreshold } from '../timings'
import type { HealthAnswer, HealthQuestion, Traffic } from './traffic'
import type { World } from '../world'

type Fault = Pick<TargetHealth, 'reason' | 'description'>

/** Checks an endpoint until it is gone, and tells when its health changes, or why it is bad. */
export function watchHealth(
  world: World,
  traffic: Traffic,
  question: Pick<HealthQuestion, 'path' | 'privateHost'>,
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
      const fault = faultOf(await traffic.probe({ host, port, ...question }))
      if (ends.aborted) return
      const passed = fault === undefined
      streak = passed === last ? streak + 1 : 1
      last = passed
      const news = fault?.description ?? 'healthy'
      if (news !== told && streak >= (passed ? healthyThreshold : unhealthyThreshold)) {
        told = news
        changed(passed ? 'healthy' : 'unhealthy', fault)
      }
      await world.clock.sleep(world.timings.healthCheckIntervalMs, ends)
    }
  }
  world.scheduler.inBackground(watch)
}

/** What is wrong with an answer, in the words of AWS. */
function faultOf(answer: HealthAnswer): Fault | undefined {
  if (answer.status === undefined)
    return answer.isTimeout
      ? { reason: 'Target.Timeout', description: 'Request timed out' }
      : { reason: 'Target.FailedHealthChecks', description: 'Health checks failed' }
  if (answer.status >= 200 && answer.status <= 299) return undefined
  return {
    reason: 'Target.ResponseCodeMismatch',
    description: `Health checks failed with these codes: [${answer.status}]`,
  }
}
