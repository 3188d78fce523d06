import { logOccurrence } from '../../core/logging/occurrences'
import { deploymentStates } from '../../core/resources/wire-states'
import { parseTraceparent } from '../../core/tracing/trace-context'
import type { Deployment } from '../../db/models/deployment'
import type { QueueDependencies } from './dependencies'
import { traceDeployment } from './trace-deployment'

/** Ends a deployment of which nothing runs yet: what it asks for is asked for in vain, again and again. */
export async function failDeployment(
  { clock, log, tracing }: QueueDependencies,
  deployment: Deployment,
  reason: string,
): Promise<void> {
  const finishedAt = new Date(clock.now())
  await deployment.update({ state: deploymentStates.FAILED, message: reason, finishedAt })
  const { id, environmentId: environment, sequence } = deployment
  const traceId = parseTraceparent(deployment.traceparent ?? undefined)?.traceId
  const facts = { traceId, environment, deployment: id, sequence, outcome: 'failed', message: reason }
  logOccurrence(log, 'deployment.end', facts, 'warn')
  traceDeployment(tracing, deployment)
}
