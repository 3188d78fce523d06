import type { Endpoint } from './target-pool'
import { healthyThreshold, unhealthyThreshold } from '../timings'
import type { Traffic } from './traffic'
import type { World } from '../world'

/** Checks an endpoint until it is gone, and tells when its health changes. */
export function watchHealth(
  world: World,
  traffic: Traffic,
  path: string,
  endpoint: Endpoint,
  changed: (health: 'healthy' | 'unhealthy') => void,
): void {
  const ends = AbortSignal.any([endpoint.gone, world.scheduler.signal])
  const watch = async () => {
    let health: 'healthy' | 'unhealthy' | undefined = endpoint.isHealthy ? 'healthy' : undefined
    let streak = 0
    let last: boolean | undefined
    while (!ends.aborted) {
      const passed = await traffic.probe(endpoint.host, endpoint.port, path).catch(() => false)
      if (ends.aborted) return
      streak = passed === last ? streak + 1 : 1
      last = passed
      const next = passed ? 'healthy' : 'unhealthy'
      if (next !== health && streak >= (passed ? healthyThreshold : unhealthyThreshold)) {
        health = next
        changed(next)
      }
      await world.clock.sleep(world.timings.healthCheckIntervalMs, ends)
    }
  }
  world.scheduler.inBackground(watch)
}
