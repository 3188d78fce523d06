import type { EnvironmentStatus } from '../../core/resources/environment'
import type { Outcome } from '../reconcile/outcome'
import { findCondition } from '../runtime/conditions'
import type { Draft } from './draft'
import { isComplete } from './network/parts'
import type { Pass } from './pass'
import { shortageOf } from './shortage'

/** Sums up for people how the environment is. */
export function summarize(pass: Pass, { status }: Draft, outcome: Outcome): void {
  Object.assign(status, verdictOf(pass, status, outcome), { costPerHour: costOf(status) })
}

type Summary = Pick<EnvironmentStatus, 'phase' | 'message'>

function verdictOf(pass: Pass, status: EnvironmentStatus, outcome: Outcome): Summary {
  const hasNetwork = isComplete(status.network) || status.servingDeployment !== undefined
  if (outcome.kind === 'stalled') {
    const isFirstWait = !hasNetwork && outcome.reason === 'AccountNotReady'
    return { phase: isFirstWait ? 'Initial' : 'Failure', message: outcome.message }
  }
  if (!hasNetwork)
    return {
      phase: 'Initial',
      message: outcome.kind === 'ready' ? 'Creating environment...' : outcome.message,
    }
  if (outcome.kind === 'waiting') return { phase: 'Working', message: outcome.message }
  return healthOf(pass, status)
}

function healthOf(pass: Pass, status: EnvironmentStatus): Summary {
  const shortage = shortageOf(status)
  const available = findCondition(status.conditions, 'Available')
  if (isDeploying(pass))
    return { phase: 'Working', message: `Deploying. ${shortage ?? available?.message ?? ''}`.trim() }
  if (shortage !== undefined) return { phase: 'Failure', message: shortage }
  if (available?.reason === 'ProcessUnhealthy') return { phase: 'Failure', message: available.message }
  if (available?.status !== 'True') return { phase: 'Working', message: available?.message ?? 'Updating...' }
  if (isMoving(status)) return { phase: 'Working', message: 'What is no longer needed is being removed.' }
  return { phase: 'Ready', message: describeWorkload(status) }
}

export const isDeploying = ({ goal }: Pass) =>
  goal.desired !== undefined && goal.desired.status?.phase !== 'Live'

export const isMoving = ({ instances, processes }: EnvironmentStatus) =>
  instances.some(({ phase }) => phase !== 'Running') ||
  processes.some(({ phase }) => phase === 'Draining' || phase === 'Stopping')

function describeWorkload({ processes, instances }: EnvironmentStatus): string {
  if (processes.length === 0) return 'Nothing is deployed.'
  return `${counted(processes.length, 'process', 'processes')} on ${counted(instances.length, 'instance', 'instances')}.`
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** USD an hour of what runs and is not being terminated. */
const costOf = ({ instances }: EnvironmentStatus) =>
  instances
    .filter(({ phase, instanceId }) => instanceId !== undefined && phase !== 'Terminating')
    .reduce((sum, { pricePerHour }) => sum + pricePerHour, 0)
