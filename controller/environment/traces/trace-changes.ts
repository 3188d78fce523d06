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
  const traceOfProcess = ({ deployment }: ProcessStatus) =>
    traceOf(pass.deployments.find(({ metadata }) => metadata.name === deployment))
  const tell = (process: ProcessStatus, end: End) => {
    const trace = traceOfProcess(process)
    if (trace) for (const span of spansOf(process, end, trace)) tracing.record(span)
  }
  const wasHealthy = new Set(idsOfHealthy(before?.processes))
  for (const process of after.processes)
    if (process.healthyEpoch !== undefined && !wasHealthy.has(process.id))
      tell(process, { isHealthy: true, epoch: process.healthyEpoch })
  const present = new Set(after.processes.map(({ id }) => id))
  for (const process of before?.processes ?? [])
    if (!wasHealthy.has(process.id) && !present.has(process.id))
      tell(process, { isHealthy: false, epoch: pass.now })
  const wasBooted = new Set(before?.instances.flatMap(({ clientToken, boot }) => (boot ? [clientToken] : [])))
  const underWay = traceUnderWay(pass.deployments)
  for (const instance of after.instances)
    if (underWay && instance.boot && !wasBooted.has(instance.clientToken))
      tracing.record(bootOf(instance, underWay))
}

const idsOfHealthy = (processes: ProcessStatus[] = []): string[] =>
  processes.flatMap(({ id, healthyEpoch }) => (healthyEpoch === undefined ? [] : [id]))

/** The moment at which a process was healthy for the first time, or given up before that. */
interface End {
  isHealthy: boolean
  epoch: number
}

/** A process from when its agent was asked for it, and how far it came. */
function spansOf(process: ProcessStatus, end: End, { context, attributes }: DeploymentTrace): Span[] {
  const { id, applicationId, clientToken, requestedEpoch, pulledEpoch, startedEpoch, healthyEpoch } = process
  const own = childOf(context, spanIdOf('process', id))
  const ofProcess = {
    attributes: {
      ...attributes,
      'sdo.application': applicationId,
      'sdo.process': id,
      'sdo.instance': clientToken,
    },
  }
  const whole: Span = {
    ...ofProcess,
    name: 'process',
    context: own,
    parentSpanId: context.spanId,
    startEpoch: requestedEpoch,
    endEpoch: end.epoch,
    isFailed: !end.isHealthy,
  }
  const moments = { pull: pulledEpoch, start: startedEpoch, health: healthyEpoch }
  let startEpoch = requestedEpoch
  const steps = Object.entries(moments).flatMap(([step, endEpoch]): Span[] => {
    if (endEpoch === undefined) return []
    const name = `process ${step}`
    const span = { ...ofProcess, name, context: childOf(context, spanIdOf(name, id)), startEpoch, endEpoch }
    startEpoch = Math.max(startEpoch, endEpoch)
    return [{ ...span, parentSpanId: own.spanId }]
  })
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
