import { isReplacedBy, replacedBy } from '../../../core/deployment/deployment-state'
import type { Deployment, DeploymentStatus } from '../../../core/resources/deployment'
import { isToGo } from '../../../core/resources/metadata'
import type { ResourceStore } from '../../store/store'
import { appendEventOnce, type NewEvent } from '../events'
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
export function judgeDeployments(pass: Pass): DeploymentChange[] {
  const changes = pass.deployments.flatMap((deployment) => {
    const status = nextStatus(pass, deployment)
    return status ? [{ deployment, status }] : []
  })
  for (const { deployment, status } of changes) announce(pass, deployment, status)
  return changes
}

/** Writes what was decided into the deployments, and lets go of those that are to be deleted. */
export async function writeDeployments(pass: Pass, changes: DeploymentChange[]): Promise<void> {
  const { store } = pass.dependencies
  for (const { deployment, status } of changes) await store.replaceStatus('Deployment', deployment, status)
  await letGoOfDeleted(store, pass.deployments)
}

export async function letGoOfDeleted(store: ResourceStore, deployments: Deployment[]): Promise<void> {
  for (const deployment of deployments)
    if (isToGo(deployment.metadata)) await store.dropFinalizer('Deployment', deployment)
}

/** The status a deployment gets now, or undefined if it keeps the one it has. */
function nextStatus(pass: Pass, deployment: Deployment): DeploymentStatus | undefined {
  const { goal, status, now, failure } = pass
  const { desired } = goal
  const phase = deployment.status?.phase
  if (isToGo(deployment.metadata) || !desired) return undefined
  if (deployment !== desired) {
    const isReplaced = desired.status?.phase === 'Live' && isReplacedBy(deployment.spec, desired.spec)
    if (!isReplaced || phase === 'Failed' || phase === 'Retired') return undefined
    return statusOf(deployment, 'Retired', replacedBy(desired.spec.sequence), now)
  }
  const isServing = status.liveDeployment === deployment.metadata.name
  if (failure !== undefined && !isServing) return statusOf(deployment, 'Failed', failure, now)
  if (isServing && pass.isOldOut && phase !== 'Live') return statusOf(deployment, 'Live', 'Live', now)
  return phase === undefined ? statusOf(deployment, 'Deploying', 'Deploying', now) : undefined
}

const isFinished = (phase: DeploymentStatus['phase']) => phase !== 'Deploying'

function statusOf(
  { metadata, status }: Deployment,
  phase: DeploymentStatus['phase'],
  message: string,
  now: number,
): DeploymentStatus {
  const lastTransitionTime = new Date(now).toISOString()
  const condition = {
    type: 'Available',
    status: phase === 'Live' ? ('True' as const) : ('False' as const),
    reason:
      phase === 'Live'
        ? ('Ready' as const)
        : phase === 'Failed'
          ? ('ProcessUnhealthy' as const)
          : ('Working' as const),
    message,
    lastTransitionTime,
    observedGeneration: metadata.generation,
  }
  return {
    observedGeneration: metadata.generation,
    phase,
    message,
    conditions: [condition],
    startedEpoch: status?.startedEpoch ?? now,
    ...(isFinished(phase) ? { finishedEpoch: status?.finishedEpoch ?? now } : {}),
  }
}

function announce(pass: Pass, deployment: Deployment, { phase, message }: DeploymentStatus): void {
  const number = deployment.spec.sequence
  const say = (head: string, rest: string, severity: NewEvent['severity'] = 'INFO') =>
    appendEventOnce(pass.status, pass.now, { type: 'deployment', severity, message: `${head}${rest}` }, head)
  const before = pass.deployments.find(
    ({ spec, status }) => status?.phase === 'Live' && spec.sequence < number,
  )
  if (phase === 'Deploying') {
    const changes = describeChanges(before?.spec.applications ?? [], deployment.spec.applications)
    say(`Deployment ${number} started: `, `${changes}.`)
  }
  if (phase === 'Failed')
    say(
      `Deployment ${number} failed. `,
      `${message}${before ? ' What ran before keeps running.' : ''}`,
      'ERROR',
    )
  if (phase === 'Live') say(`Deployment complete. Deployment ${number} is live.`, '')
}
