import type { MetricObject, Registry } from 'prom-client'
import { createAppMetrics } from '../../app/metrics/app-metrics'
import { createEnvironmentMetrics } from '../../controller/environment/environment-metrics'
import { createCloudMetrics } from '../../controller/metrics/cloud-metrics'
import { createFleetMetrics } from '../../controller/metrics/fleet-metrics'
import { createLeftoverMetrics } from '../../controller/metrics/leftover-metrics'
import { observeAgents } from '../../controller/metrics/observe-agents'
import { observePlanner } from '../../controller/metrics/planner-metrics'
import { trackPlatform } from '../../controller/metrics/platform-metrics'
import { LivenessBoard } from '../../core/observability/liveness'
import { createMetrics } from '../../controller/runtime/metrics'
import { trackDatabase, trackPool } from '../../core/observability/pool-metrics'

export interface ExposedMetric {
  name: string
  type: string
  help: string
  labels: string[]
}

const noPool = () => ({ used: 0, idle: 0, waiting: 0, limit: 0 })
const unused = () => Promise.reject(new Error('Nobody asks.'))

/** The metrics of each process, without those that Node has everywhere. */
export function exposedMetrics(): Record<'portal' | 'controller', ExposedMetric[]> {
  const { registry: portal } = createAppMetrics()
  trackPool(portal, noPool)
  trackDatabase(portal, () => true)
  const metrics = createMetrics()
  const { registry: controller } = metrics
  metrics.trackLiveness(new LivenessBoard())
  trackPool(controller, noPool)
  trackDatabase(controller, () => true)
  createEnvironmentMetrics(controller)
  createFleetMetrics(controller)
  createCloudMetrics(controller)
  createLeftoverMetrics(controller, () => true)
  trackPlatform(controller, () => true)
  observePlanner(unused, controller)
  const agents = { status: unused, apply: unused, replace: unused, resolveImages: unused, usage: unused }
  observeAgents(agents, controller, { now: () => 0 })
  return { portal: describeAll(portal), controller: describeAll(controller) }
}

/** Of Node and of the process, as `prom-client` names them in both. */
export function nodeMetrics(): string[] {
  const { registry } = createAppMetrics({ includeProcess: true })
  return registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => /^(nodejs|process)_/.test(name))
}

const describeAll = (registry: Registry): ExposedMetric[] =>
  registry
    .getMetricsAsArray()
    .map((metric) => {
      const { name, type, help, labelNames } = metric as MetricObject & { labelNames: string[] }
      return { name, type: String(type), help, labels: labelNames.filter((label) => label !== 'le') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Names of metrics in a PromQL expression: whatever looks like one of ours or of Node. */
export const metricsIn = (expression: string): string[] => [
  ...new Set(
    (
      expression.match(/\b(?:sdo|controller_runtime|workqueue|leader_election|nodejs|process)_[a-z0-9_]+/g) ??
      []
    ).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
  ),
]
