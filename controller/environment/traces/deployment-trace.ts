import type { Deployment } from '../../../core/resources/deployment'
import { traceparentAnnotation } from '../../../core/resources/metadata'
import type { SpanAttributes } from '../../../core/tracing/span'
import { contextOfDeployment, type TraceContext } from '../../../core/tracing/trace-context'

/** The place of a deployment in the trace of its request, and what its spans say of it. */
export interface DeploymentTrace {
  context: TraceContext
  attributes: SpanAttributes
}

const isUnderWay = ({ status }: Deployment): boolean =>
  status?.phase === undefined || status.phase === 'Deploying'

/** The trace of a deployment until it is live: later changes follow from nobody's request. Undefined also where its trace is not exported. */
export function traceOf(deployment: Deployment | undefined): DeploymentTrace | undefined {
  if (!deployment || !(isUnderWay(deployment) || deployment.status?.phase === 'Failed')) return undefined
  const { name, annotations } = deployment.metadata
  const context = contextOfDeployment(annotations[traceparentAnnotation], name)
  if (!context?.isSampled) return undefined
  const { environment, sequence } = deployment.spec
  return {
    context,
    attributes: { 'sdo.environment': environment, 'sdo.deployment': name, 'sdo.sequence': sequence },
  }
}

/** The trace of the newest deployment under way, which a pass works for. */
export const traceUnderWay = (deployments: Deployment[]): DeploymentTrace | undefined =>
  traceOf(
    deployments
      .filter(isUnderWay)
      .reduce<Deployment | undefined>(
        (newest, one) => (one.spec.sequence > (newest?.spec.sequence ?? 0) ? one : newest),
        undefined,
      ),
  )
