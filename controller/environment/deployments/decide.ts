import { sayLine, type LineDeclaration } from '../../../core/environment-log/declare-lines'
import { deploymentLines } from '../../../core/environment-log/deployment-lines'
import { isReplacedBy, replacedBy } from '../../../core/deployment/deployment-state'
import type { Deployment, DeploymentStatus } from '../../../core/resources/deployment'
import { isToGo, stopAnnotation, traceIdOf } from '../../../core/resources/metadata'
import { setCondition } from '../../runtime/conditions'
import type { Failure } from '../../../core/resources/environment-told'
import type { Verdict } from '../facts'
import type { Draft } from '../draft'
import { appendEvent, toldOf } from '../events'
import type { Pass } from '../pass'
import { describeChanges } from './describe-changes'

export interface DeploymentChange {
  deployment: Deployment
  status: DeploymentStatus
}

/**
 * Decides what became of the deployments and says so in the log. The log is written with the status, before the deployments are: a
 * controller that dies in between comes to the same decision again and finds the line there.
 */
export function decideDeployments(pass: Pass, draft: Draft, verdict: Verdict): DeploymentChange[] {
  const changes = pass.deployments.flatMap((deployment) => {
    const status = nextStatus(pass, draft, deployment, verdict)
    return status ? [{ deployment, status }] : []
  })
  for (const { deployment, status } of changes) announce(pass, draft, deployment, status, verdict)
  return changes
}

/** The status a deployment gets now, or undefined if it keeps the one it has. */
function nextStatus(
  { goal: { desired }, stamp: now }: Pass,
  { status }: Draft,
  deployment: Deployment,
  { failure, isOldOut }: Verdict,
): DeploymentStatus | undefined {
  const phase = deployment.status?.phase
  if (isToGo(deployment.metadata) || !desired) return undefined
  if (deployment !== desired) {
    const isReplaced = desired.status?.phase === 'Live' && isReplacedBy(deployment.spec, desired.spec)
    if (!isReplaced || phase === 'Failed' || phase === 'Retired') return undefined
    return statusOf(
      deployment,
      'Retired',
      { reason: 'Replaced', message: replacedBy(desired.spec.sequence) },
      now,
    )
  }
  const isServing = status.servingDeployment === deployment.metadata.name
  if (failure !== undefined && !isServing) return statusOf(deployment, 'Failed', failure, now)
  if (isServing && isOldOut && phase !== 'Live')
    return statusOf(deployment, 'Live', { reason: 'Ready', message: liveMessage(deployment) }, now)
  if (phase !== undefined) return undefined
  return statusOf(deployment, 'Deploying', { reason: 'Working', message: 'Deploying' }, now)
}

/** From the moment it serves there is no way back but a revert. */
const liveMessage = ({ metadata }: Deployment): string =>
  stopAnnotation in metadata.annotations ? 'Live. It served already when it was to be stopped.' : 'Live'

function statusOf(
  { metadata, status }: Deployment,
  phase: DeploymentStatus['phase'],
  { reason, message, output }: Failure,
  now: number,
): DeploymentStatus {
  const { generation } = metadata
  const timeline = status?.timeline
  const ready = {
    type: 'Ready',
    status: phase === 'Live' ? 'True' : 'False',
    reason,
    message,
  } as const
  return {
    observedGeneration: generation,
    phase,
    message,
    conditions: setCondition(status?.conditions ?? [], ready, generation, now),
    startedEpoch: status?.startedEpoch ?? now,
    ...(phase === 'Deploying' ? {} : { finishedEpoch: status?.finishedEpoch ?? now }),
    ...(timeline && { timeline }),
    ...(phase === 'Failed' && output?.length && { output }),
  }
}

function announce(
  pass: Pass,
  draft: Draft,
  deployment: Deployment,
  { phase, message }: DeploymentStatus,
  { failure }: Verdict,
): void {
  if (phase === 'Retired') return
  const number = deployment.spec.sequence
  const traceId = traceIdOf(deployment.metadata)
  const told = toldOf(draft.status, deployment.metadata.name)
  const say = <Filled extends unknown[]>(line: LineDeclaration<Filled>, ...parameters: Filled) => {
    if (told.codes.includes(line.code)) return
    told.codes.push(line.code)
    appendEvent(draft.status, pass.stamp, { ...sayLine(line, ...parameters), ...(traceId && { traceId }) })
  }
  const before = pass.deployments.find(
    ({ spec, status }) => status?.phase === 'Live' && spec.sequence < number,
  )
  if (phase === 'Deploying') {
    const changes = describeChanges(before?.spec.applications ?? [], deployment.spec.applications)
    const { reason } = deployment.spec
    say(deploymentLines.started, { number, changes })
    if (reason !== undefined) say(deploymentLines.why, { number, reason })
  }
  if (phase === 'Failed') {
    const line = failure?.reason === 'Stopped' ? deploymentLines.stopped : deploymentLines.failed
    say(line, { number, message: `${message}${before ? ' What ran before keeps running.' : ''}` })
    told.failure = failure
    if (failure?.output?.length) say(deploymentLines.printed, { number, output: failure.output })
  }
  if (phase === 'Live') say(deploymentLines.live, { number })
}

/** The request to stop the desired deployment before it serves, as the failure that it ends with; undefined without one. */
export function stopOf({ goal: { desired } }: Pick<Pass, 'goal'>): Failure | undefined {
  const message = desired?.metadata.annotations[stopAnnotation]
  return message === undefined ? undefined : { reason: 'Stopped', message }
}
