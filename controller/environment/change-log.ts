import type { Pool } from '../../core/catalogue/pool'
import { logOccurrence, type Facts } from '../../core/logging/occurrences'
import type { EnvironmentStatus, InstanceStatus, ProcessStatus } from '../../core/resources/environment'
import { traceIdOf } from '../../core/resources/metadata'
import { changedConditions } from '../runtime/conditions'
import type { DeploymentChange } from './deployments/decide'
import type { DeploymentEnd } from './environment-metrics'
import { newRefusals } from './shortage'
import type { Pass } from './pass'

type Logged = Pick<Pass, 'environment' | 'deployments' | 'dependencies'>

/** Says in the log what has changed from the status as read to the one that was written. */
export function logChanges(pass: Logged, after: EnvironmentStatus): void {
  const { environment, deployments, dependencies } = pass
  const { log } = dependencies
  const before = environment.status
  const name = environment.metadata.name
  const underWay = deployments.find(({ status }) => status?.phase === 'Deploying')
  const trace = traceFacts(underWay)
  const common: Facts = { environment: name, ...trace }
  if (before?.phase !== after.phase)
    logOccurrence(
      log,
      'environment.phase',
      { ...common, from: before?.phase, to: after.phase, message: after.message },
      after.phase === 'Failure' ? 'warn' : 'info',
    )
  for (const { was, is } of changedConditions(before?.conditions ?? [], after.conditions)) {
    const { type, status: to, reason, message } = is
    const facts = { ...common, condition: type, from: was?.status, to, reason, message }
    logOccurrence(log, 'condition.change', facts, to === 'False' && reason !== 'Working' ? 'warn' : 'info')
  }
  for (const { refusal, ...pool } of newRefusals(before?.troubledPools, after.troubledPools))
    logOccurrence(
      log,
      'instance.refusal',
      { ...common, ...poolFacts(pool), reason: refusal.reason, message: refusal.message },
      'warn',
    )
  logInstances(pass, common, before?.instances ?? [], after.instances)
  logProcesses(pass, before?.processes ?? [], after.processes)
}

/** Says in the log which deployments started and ended, once that was written. */
export function logDeployments(
  { environment, dependencies: { log } }: Logged,
  changes: DeploymentChange[],
): void {
  for (const change of changes) {
    const { deployment, status } = change
    const { sequence } = deployment.spec
    const facts: Facts = {
      ...traceFacts(deployment),
      environment: environment.metadata.name,
      deployment: deployment.metadata.name,
      sequence,
    }
    if (status.phase === 'Deploying' && deployment.status?.phase === undefined)
      logOccurrence(log, 'deployment.start', facts)
    const end = endOf(change)
    if (!end) continue
    const { outcome, seconds } = end
    logOccurrence(
      log,
      'deployment.end',
      { ...facts, outcome, seconds, message: status.message },
      outcome === 'failed' ? 'warn' : 'info',
    )
  }
}

function logInstances(
  { dependencies: { log } }: Logged,
  common: Facts,
  before: InstanceStatus[],
  after: InstanceStatus[],
): void {
  for (const [token, was, is] of pair(before, after, ({ clientToken }) => clientToken)) {
    const known = is ?? was
    if (!known) continue
    const facts = { ...common, instance: token, instanceId: known.instanceId, ...poolFacts(known) }
    if (is?.instanceId !== undefined && was?.instanceId === undefined)
      logOccurrence(log, 'instance.launch', facts)
    if (is?.interruptedEpoch !== undefined && was?.interruptedEpoch === undefined)
      logOccurrence(log, 'instance.interruption', facts)
    if (was?.phase !== is?.phase)
      logOccurrence(log, 'instance.phase', { ...facts, from: was?.phase, to: is?.phase })
  }
}

function logProcesses(
  { environment, deployments, dependencies: { log } }: Logged,
  before: ProcessStatus[],
  after: ProcessStatus[],
): void {
  for (const [id, was, is] of pair(before, after, (process) => process.id)) {
    const known = is ?? was
    if (!known || was?.phase === is?.phase) continue
    const deployment = deployments.find(({ metadata }) => metadata.name === known.deployment)
    logOccurrence(log, 'process.phase', {
      ...traceFacts(deployment),
      environment: environment.metadata.name,
      deployment: known.deployment,
      application: known.applicationId,
      process: id,
      instance: known.clientToken,
      from: was?.phase,
      to: is?.phase,
      message: is?.message,
    })
  }
}

/** Each of either side by its key, as it was and as it is. There may be thousands: nothing is searched for. */
function pair<Item>(
  before: Item[],
  after: Item[],
  keyOf: (item: Item) => string,
): [key: string, was: Item | undefined, is: Item | undefined][] {
  const was = new Map(before.map((item) => [keyOf(item), item]))
  const is = new Map(after.map((item) => [keyOf(item), item]))
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => [key, was.get(key), is.get(key)])
}

const poolFacts = ({ instanceType, zone, market }: Pool) => ({ instanceType, zone, market })

function traceFacts(deployment: Logged['deployments'][number] | undefined): Facts {
  const traceId = deployment && traceIdOf(deployment.metadata)
  return traceId === undefined ? {} : { traceId }
}

/** How a deployment ended by a change of its status; undefined when it did not, or had before. */
export function endOf({ deployment, status }: DeploymentChange): DeploymentEnd | undefined {
  const { phase, startedEpoch, finishedEpoch, conditions } = status
  if ((phase !== 'Live' && phase !== 'Failed') || deployment.status?.phase === phase) return undefined
  const isStopped = conditions.some(({ reason }) => reason === 'Stopped')
  const outcome = phase === 'Live' ? 'live' : isStopped ? 'stopped' : 'failed'
  return { outcome, seconds: ((finishedEpoch ?? 0) - (startedEpoch ?? finishedEpoch ?? 0)) / 1000 }
}
