import type { EnvironmentStatus } from '../../core/resources/environment'
import { findCondition, isTrue } from '../runtime/conditions'
import type { Pass } from './pass'
import { isAnyMissed, loadBalancingIds, networkIds } from './absence'
import type { Outcome } from '../reconcile/outcome'

/** Sums up for people how the environment is, in place. */
export function summarize(pass: Pass, outcome: Outcome): void {
  const { status } = pass
  const { phase, message } = verdictOf(pass, outcome)
  status.phase = phase
  status.message = message
  status.costPerHour = costOf(status)
  if (outcome.kind === 'ready') return
  const { reason } = outcome
  if (findCondition(status.conditions, 'NetworkReady')?.status === 'False')
    pass.condition({ type: 'NetworkReady', status: 'False', reason, message })
  if (reason !== 'AccessDenied') return
  for (const type of ['FleetReady', 'Available'] as const)
    pass.condition({ type, status: 'Unknown', reason, message })
}

function verdictOf(pass: Pass, outcome: Outcome): Pick<EnvironmentStatus, 'phase' | 'message'> {
  const { status } = pass
  const hasNetwork = isTrue(status.conditions, 'NetworkReady') || status.liveDeployment !== undefined
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
  return healthOf(pass)
}

function healthOf(pass: Pass): Pick<EnvironmentStatus, 'phase' | 'message'> {
  const { status } = pass
  const available = findCondition(status.conditions, 'Available')
  if (isDeploying(pass))
    return { phase: 'Working', message: `Deploying. ${pass.shortage ?? available?.message ?? ''}`.trim() }
  if (pass.shortage !== undefined) return { phase: 'Failure', message: pass.shortage }
  if (available?.reason === 'ProcessUnhealthy') return { phase: 'Failure', message: available.message }
  if (available?.status !== 'True') return { phase: 'Working', message: available?.message ?? 'Updating...' }
  if (isMoving(status)) return { phase: 'Working', message: 'What is no longer needed is being removed.' }
  return { phase: 'Ready', message: describeWorkload(status) }
}

const isDeploying = ({ goal }: Pass) => goal.desired !== undefined && goal.desired.status?.phase !== 'Live'

const isMoving = ({ instances, processes }: EnvironmentStatus) =>
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

/** When to look again, in seconds: soon after something was decided, then ever later, since most waits are short. */
export function nextLook(pass: Pass, outcome: Outcome, hasDecided: boolean): number {
  const { limits, memory, status } = pass
  if (outcome.kind !== 'ready')
    return hasDecided ? Math.min(outcome.seconds, limits.pollSeconds) : outcome.seconds
  if (hasDecided) {
    memory.looksInVain = 0
    return limits.actSeconds
  }
  if (isAnyMissed(pass, [...networkIds(status), ...loadBalancingIds(status)])) return limits.pollSeconds
  if (pass.shortage !== undefined) return limits.capacityRetrySeconds
  const hasAllLoadBalancers = status.loadBalancers.every(
    ({ loadBalancerId, url }) => url && loadBalancerId && pass.memory.activeLoadBalancers.has(loadBalancerId),
  )
  const available = findCondition(status.conditions, 'Available')
  // An ill process may stay so for days: its agent restarts it, and we only have to notice when it is well.
  const isAsGoodAsItGets = available?.status === 'True' || available?.reason === 'ProcessUnhealthy'
  const isSettled = !isDeploying(pass) && !isMoving(status) && isAsGoodAsItGets
  if (isSettled && hasAllLoadBalancers) return limits.resyncSeconds
  const looksInVain = memory.looksInVain++
  return Math.min(limits.firstPollSeconds * 2 ** looksInVain, limits.pollSeconds)
}
