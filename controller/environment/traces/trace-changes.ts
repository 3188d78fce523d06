import type { EnvironmentStatus, InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import type { Span, Tracing } from '../../../core/tracing/span'
import { childOf, spanIdOf } from '../../../core/tracing/trace-context'
import type { Pass } from '../pass'
import { traceOf, traceUnderWay, type DeploymentTrace } from './deployment-trace'

type Traced = Pick<Pass, 'environment' | 'deployments' | 'now'> & { dependencies: { tracing?: Tracing } }

/**
 * Makes the spans of what happened on instances between the status as read and the one that was written. Agents say when they had pulled, started and
 * found healthy what they were asked to run; they ask nobody, so that the controller tells it for them.
 */
export function traceChanges(pass: Traced, after: EnvironmentStatus): void {
  const { tracing } = pass.dependencies
  if (!tracing) return
  const { status: before } = pass.environment
  const wasHealthy = new Map(
    before?.processes.map(({ id, healthyEpoch }) => [id, healthyEpoch !== undefined]),
  )
  for (const process of after.processes) {
    if (process.healthyEpoch === undefined || wasHealthy.get(process.id)) continue
    const trace = traceOf(pass.deployments.find(({ metadata }) => metadata.name === process.deployment))
    if (trace) for (const span of spansOf(process, process.healthyEpoch, trace)) tracing.record(span)
  }
  const stillThere = new Set(after.processes.map(({ id }) => id))
  for (const process of before?.processes ?? []) {
    if (process.healthyEpoch !== undefined || stillThere.has(process.id)) continue
    const trace = traceOf(pass.deployments.find(({ metadata }) => metadata.name === process.deployment))
    if (trace) for (const span of spansOf(process, undefined, trace, pass.now)) tracing.record(span)
  }
  const wasBooted = new Set(before?.instances.flatMap(({ clientToken, boot }) => (boot ? [clientToken] : [])))
  const underWay = traceUnderWay(pass.deployments)
  for (const instance of after.instances)
    if (underWay && instance.boot && !wasBooted.has(instance.clientToken))
      tracing.record(bootOf(instance, underWay))
}

/** A process from when its agent was asked for it until it is healthy, or is given up. */
function spansOf(
  process: ProcessStatus,
  healthyEpoch: number | undefined,
  { context, attributes }: DeploymentTrace,
  goneEpoch = 0,
): Span[] {
  const { id, applicationId, clientToken, requestedEpoch, pulledEpoch, startedEpoch } = process
  const own = childOf(context, spanIdOf('process', id))
  const common = {
    attributes: {
      ...attributes,
      'sdo.application': applicationId,
      'sdo.process': id,
      'sdo.instance': clientToken,
    },
  }
  const endEpoch = healthyEpoch ?? goneEpoch
  const moments = [
    ['process pull', pulledEpoch],
    ['process start', startedEpoch],
    ['process health', healthyEpoch],
  ] as const
  let startEpoch = requestedEpoch
  const steps: Span[] = []
  for (const [name, moment] of moments) {
    if (moment === undefined) continue
    steps.push({
      ...common,
      name,
      context: childOf(context, spanIdOf(name, id)),
      parentSpanId: own.spanId,
      startEpoch,
      endEpoch: moment,
    })
    startEpoch = Math.max(startEpoch, moment)
  }
  const whole: Span = {
    ...common,
    name: 'process',
    context: own,
    parentSpanId: context.spanId,
    startEpoch: requestedEpoch,
    endEpoch,
    isFailed: healthyEpoch === undefined,
  }
  return [whole, ...steps]
}

/** An instance from its launch until its agent was there. */
function bootOf(
  { clientToken, instanceId, instanceType, zone, market, launchedEpoch = 0, boot = {} }: InstanceStatus,
  { context, attributes }: DeploymentTrace,
): Span {
  const seconds = boot.agent ?? Math.max(0, ...Object.values(boot))
  return {
    name: 'instance boot',
    context: childOf(context, spanIdOf('instance', clientToken)),
    parentSpanId: context.spanId,
    startEpoch: launchedEpoch,
    endEpoch: launchedEpoch + seconds * 1000,
    attributes: {
      ...attributes,
      'sdo.instance': clientToken,
      'sdo.instance_id': instanceId,
      'sdo.instance_type': instanceType,
      'sdo.zone': zone,
      'sdo.market': market,
    },
  }
}
