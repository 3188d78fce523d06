import { Counter, Histogram, type Registry } from 'prom-client'
import { bootSteps, type EnvironmentStatus, type InstanceStatus } from '../../core/resources/environment'
import { newRefusals } from './shortage'

export interface EnvironmentMetrics {
  /** Counts what has happened between two statuses of an environment, of which the second was written. */
  record(before: Noted | undefined, after: Noted): void
  /** Counts a deployment that has ended, once that was written. */
  recordEnd(end: DeploymentEnd): void
}

const deploymentOutcomes = ['live', 'failed', 'stopped'] as const

export interface DeploymentEnd {
  outcome: (typeof deploymentOutcomes)[number]
  /** Since its start. */
  seconds: number
}

type Noted = Pick<EnvironmentStatus, 'instances' | 'troubledPools'>

/** Metrics of what happens to instances. They are told by what was written, so that nothing counts twice after a conflict. */
export function createEnvironmentMetrics(registry: Registry): EnvironmentMetrics {
  const boot = new Histogram({
    name: 'sdo_instance_boot_seconds',
    help: 'From the launch of an instance to each step of its boot; the last one is its first healthy process.',
    labelNames: ['step'],
    buckets: [1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300],
    registers: [registry],
  })
  const launches = new Counter({
    name: 'sdo_instance_launches_total',
    help: 'Instances that were launched.',
    labelNames: ['market'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'sdo_instance_launch_refusals_total',
    help: 'Launches that AWS refused for want of capacity or quota.',
    labelNames: ['market', 'reason'],
    registers: [registry],
  })
  const deployments = new Counter({
    name: 'sdo_deployments_total',
    help: 'Deployments that have ended, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // A series that begins with its first failure has not grown by it.
  for (const outcome of deploymentOutcomes) deployments.inc({ outcome }, 0)
  const deploymentDuration = new Histogram({
    name: 'sdo_deployment_duration_seconds',
    help: 'From the start of a deployment to its end.',
    labelNames: ['outcome'],
    buckets: [1, 2, 5, 10, 20, 30, 60, 120, 180, 300, 600, 1200],
    registers: [registry],
  })
  const interruptions = new Counter({
    name: 'sdo_spot_interruptions_total',
    help: 'Spot instances that AWS announced to reclaim, once they are being replaced.',
    registers: [registry],
  })
  const replacement = new Histogram({
    name: 'sdo_spot_replacement_seconds',
    help: 'From the warning that a Spot instance is reclaimed until all that ran on it serves elsewhere.',
    buckets: [1, 2, 5, 10, 15, 20, 30, 45, 60, 80, 100, 120, 180],
    registers: [registry],
  })

  function countInstance(before: InstanceStatus | undefined, after: InstanceStatus): void {
    const { interruptedEpoch, replacedEpoch, market } = after
    if (after.instanceId && before && !before.instanceId) launches.inc({ market })
    if (after.boot && before && !before.boot)
      for (const step of bootSteps)
        if (after.boot[step] !== undefined) boot.observe({ step }, after.boot[step])
    if (interruptedEpoch === undefined || !before) return
    const isStaying = (phase: InstanceStatus['phase']) => phase === 'Launching' || phase === 'Running'
    if (isStaying(before.phase) && !isStaying(after.phase)) interruptions.inc()
    if (replacedEpoch !== undefined && before.replacedEpoch === undefined)
      replacement.observe((replacedEpoch - interruptedEpoch) / 1000)
  }

  return {
    recordEnd({ outcome, seconds }) {
      deployments.inc({ outcome })
      deploymentDuration.observe({ outcome }, seconds)
    },
    record(before, { instances, troubledPools = [] }) {
      for (const { market, refusal } of newRefusals(before?.troubledPools, troubledPools))
        refusals.inc({ market, reason: refusal.reason })
      for (const instance of instances)
        countInstance(
          before?.instances.find(({ clientToken }) => clientToken === instance.clientToken),
          instance,
        )
    },
  }
}
