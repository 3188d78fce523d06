import type { HealthCheck } from '../../core/application/run-settings'
import type { Clock } from '../../core/time/clock'
import type { PortMapping } from '../containers/runtime'
import type { Health, HealthProbe } from './health-probe'
import { settledWithin } from './settled-within'

/** Least pause between checks of a healthy process: each is a connection, and many cost more than all else that the agent does. */
const healthyIntervalMs = 15_000
const intervalMs = 1000
/** Programs that start in a blink become healthy in a blink; those that need longer are asked less often. */
const eagerIntervalMs = 100
const eagerForMs = 5000
const probeTimeoutMs = 5000
/** Failed checks in a row that make a process unhealthy; one lost request is no illness. */
const failuresUntilUnhealthy = 3
/** Without a port there is nobody to ask: having run for a moment counts as health. */
const healthyWithoutPortsAfterMs = 2000

interface HealthWatch {
  ports: PortMapping[]
  check: HealthCheck
  probe: HealthProbe
  clock: Clock
  /** Ends the watch. */
  signal: AbortSignal
  /** Whether an earlier agent found the process healthy. */
  wasHealthy?: boolean
  report: (health: Health) => void
}

/** Polls all ports until `signal` aborts and reports the health of the whole, as often as it is known. */
export async function watchHealth(watch: HealthWatch): Promise<void> {
  const { ports, check, probe, clock, signal, report } = watch
  const healthyPauseMs = Math.max(healthyIntervalMs, check.intervalSeconds * 1000)
  if (ports.length === 0) {
    await clock.sleep(healthyWithoutPortsAfterMs, signal)
    if (!signal.aborted) report({ healthy: true })
    return
  }
  const begunAt = clock.monotonic()
  let wasHealthy = watch.wasHealthy ?? false
  let failures = 0
  while (!signal.aborted) {
    const answers = await Promise.all(ports.map((port) => probeInTime(port, check, probe, clock)))
    if (signal.aborted) return
    const health = ofWhole(answers)
    failures = health.healthy ? 0 : failures + 1
    if (health.healthy || !wasHealthy || failures >= failuresUntilUnhealthy) report(health)
    wasHealthy ||= health.healthy
    const isEager = !wasHealthy && clock.monotonic() - begunAt < eagerForMs
    const pauseMs = isEager ? eagerIntervalMs : intervalMs
    await clock.sleep(health.healthy ? healthyPauseMs : pauseMs, signal)
  }
}

/** It is as healthy as its illest port, and as fast as its slowest. */
const ofWhole = (answers: Health[]): Health =>
  answers.reduce((worst, one) => {
    if (!worst.healthy) return worst
    return one.healthy && millisecondsOf(one) <= millisecondsOf(worst) ? worst : one
  })

const millisecondsOf = (health: Health) => (health.healthy ? (health.milliseconds ?? 0) : Infinity)

async function probeInTime(
  mapping: PortMapping,
  check: HealthCheck,
  probe: HealthProbe,
  clock: Clock,
): Promise<Health> {
  const abort = new AbortController()
  const answer = probe(mapping, check, abort.signal)
  if (!(await settledWithin(answer, probeTimeoutMs, clock))) abort.abort()
  return answer
}
