import type { Deployment } from '../../../core/resources/deployment'
import { childOf } from '../../../core/tracing/trace-context'
import { CloudError } from '../../cloud/cloud'
import type { EnvironmentDependencies } from '../dependencies'
import { traceUnderWay } from './deployment-trace'
import { observePort, type PortCall } from '../observe-port'

/** A pass over hundreds of instances has as many calls; the first ones tell the story. */
const mostCalls = 200

/** Calls of agents that repeat and change nothing. */
const looks = new Set(['status'])

/**
 * Runs a pass with the ports that it is to use. One that acts for a deployment whose trace is exported has a span, and so has each call that it makes
 * of the cloud and of agents; a pass that only looked, changed nothing in the status and failed at nothing has none.
 */
export async function tracePass<Result>(
  dependencies: EnvironmentDependencies,
  deployments: Deployment[],
  run: (dependencies: EnvironmentDependencies) => Promise<Result>,
): Promise<Result> {
  const { tracing, clock } = dependencies
  const trace = tracing && traceUnderWay(deployments)
  if (!trace) return run(dependencies)
  const { context, attributes } = trace
  const own = childOf(context)
  const startEpoch = clock.now()
  const calls: (PortCall & { port: string })[] = []
  let left = 0
  let hasWritten = false
  const observe = <Port extends object>(port: Port, tell: (call: PortCall) => void) =>
    observePort(port, { now: () => clock.now(), tell })
  const keepFor = (port: string) => (call: PortCall) => {
    if (port === 'agent' && looks.has(call.operation)) return
    if (calls.length < mostCalls) calls.push({ ...call, port })
    else left += 1
  }
  const tell = (outcome: string, isFailed: boolean) => {
    const common = { kind: 'client', parentSpanId: own.spanId } as const
    for (const { port, operation, failure, ...times } of calls)
      tracing.record({
        ...times,
        ...common,
        name: `${port} ${operation}`,
        context: childOf(context),
        attributes: { ...attributes, 'sdo.outcome': outcomeOf(failure) },
        isFailed: failure !== undefined,
      })
    tracing.record({
      name: 'reconcile environment',
      context: own,
      parentSpanId: context.spanId,
      startEpoch,
      endEpoch: clock.now(),
      attributes: {
        ...attributes,
        'sdo.outcome': outcome,
        'sdo.calls_left_out': left || undefined,
      },
      isFailed,
    })
  }
  try {
    const result = await run({
      ...dependencies,
      store: observe(dependencies.store, ({ operation }) => {
        hasWritten ||= operation === 'replaceStatus'
      }),
      cloud: observe(dependencies.cloud, keepFor('cloud')),
      agents: observe(dependencies.agents, keepFor('agent')),
    })
    if (hasWritten) tell('success', false)
    return result
  } catch (failure) {
    const outcome = outcomeOf(failure)
    // Two writers met: nothing is wrong.
    tell(outcome, outcome !== 'conflict')
    throw failure
  }
}

/** A word of a fixed list. What a failure says in words may hold anything. */
function outcomeOf(failure: unknown): string {
  if (failure === undefined) return 'success'
  if (failure instanceof CloudError) return failure.kind
  const name = failure instanceof Error ? failure.name : ''
  return name === 'ConflictError' ? 'conflict' : name === 'AgentUnreachableError' ? 'unreachable' : 'error'
}
