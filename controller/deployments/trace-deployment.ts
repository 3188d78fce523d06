import { deploymentSteps, type DeploymentStep } from '../../core/resources/deployment'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Span, Tracing } from '../../core/tracing/span'
import { childOf, contextOfDeployment, parseTraceparent, spanIdOf } from '../../core/tracing/trace-context'
import type { Deployment } from '../../db/models/deployment'

/** How the step of a span is called, and after which others it begins. */
const spans: Record<DeploymentStep, { name: string; after: DeploymentStep[] }> = {
  network: { name: 'network', after: [] },
  loadBalancers: { name: 'load balancers', after: ['network'] },
  instances: { name: 'launch', after: ['network'] },
  pulled: { name: 'pull', after: ['network', 'instances'] },
  started: { name: 'start', after: ['instances', 'pulled'] },
  healthy: { name: 'healthy', after: ['instances', 'pulled', 'started'] },
  serving: { name: 'serving', after: ['network', 'loadBalancers', 'healthy'] },
}

/**
 * Tells of a deployment that has ended, from being asked for to its end, and of each of its steps. All from its row, with ids that follow from its own:
 * whoever tells it once more tells the same.
 */
export function traceDeployment(tracing: Tracing | undefined, deployment: Deployment): void {
  const { id, environmentId, sequence, state, createdAt, startedAt, finishedAt, timeline } = deployment
  if (!tracing) return
  const request = parseTraceparent(deployment.traceparent ?? undefined)
  const context = contextOfDeployment(deployment.traceparent, id)
  if (!context?.isSampled || !finishedAt) return
  const createdEpoch = createdAt.getTime()
  const finishedEpoch = finishedAt.getTime()
  const attributes = { 'sdo.environment': environmentId, 'sdo.deployment': id, 'sdo.sequence': sequence }
  const isLive = state === deploymentStates.LIVE
  const outcome = isLive ? 'live' : deployment.stoppedBy === null ? 'failed' : 'stopped'
  const step = (name: string, startEpoch: number, endEpoch: number): Span => ({
    name: `deployment ${name}`,
    context: childOf(context, spanIdOf('deployment', id, name)),
    parentSpanId: context.spanId,
    startEpoch,
    endEpoch,
    attributes,
  })
  tracing.record({
    name: 'deployment',
    context,
    parentSpanId: request?.spanId,
    startEpoch: createdEpoch,
    endEpoch: finishedEpoch,
    attributes: { ...attributes, 'sdo.outcome': outcome },
    isFailed: outcome === 'failed',
  })
  const startedEpoch = startedAt?.getTime() ?? finishedEpoch
  tracing.record(step('queued', createdEpoch, startedEpoch))
  for (const done of deploymentSteps) {
    const endEpoch = timeline?.[done]
    const { name, after } = spans[done]
    const begun = after.flatMap((one) => timeline?.[one] ?? [])
    if (endEpoch !== undefined) tracing.record(step(name, Math.max(startedEpoch, ...begun), endEpoch))
  }
  if (isLive) tracing.record(step('live', Math.max(startedEpoch, timeline?.serving ?? 0), finishedEpoch))
}
