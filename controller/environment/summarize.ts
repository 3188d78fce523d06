import { isOnItsWayOut } from '../../core/process/process-phases'
import type { EnvironmentStatus } from '../../core/resources/environment'
import type { ConditionReason } from '../../core/resources/metadata'
import type { Outcome } from '../reconcile/outcome'
import { findCondition } from '../../core/resources/find-condition'
import type { Draft } from './draft'
import { applicationOf } from './workload/application-of'
import { isUnderWay } from './workload/goal'
import { isMovingNetwork } from './workload/places'
import { fleetCost } from './fleet-cost'
import { isComplete } from './network/parts'
import { describeOutages } from './outages'
import type { Pass } from './pass'
import { shortageOf } from './shortage'

/** Sums up for people how the environment is. */
export function summarize(pass: Pass, draft: Draft, outcome: Outcome): void {
  const { phase, message, reason } = verdictOf(pass, draft.status, outcome)
  Object.assign(draft.status, {
    phase,
    message,
    costPerHour: fleetCost(draft.status, (process) => applicationOf(pass, process)?.cpu),
  })
  draft.condition({ type: 'Ready', status: phase === 'Ready' ? 'True' : 'False', reason, message })
}

type Summary = Pick<EnvironmentStatus, 'phase' | 'message'> & { reason: ConditionReason }

function verdictOf(pass: Pass, status: EnvironmentStatus, outcome: Outcome): Summary {
  const verdict = verdictBesidesOutages(pass, status, outcome)
  const outages = describeOutages(status)
  if (outages === undefined) return verdict
  // Nothing is more urgent, and why it is down, or what is done about it, stands behind.
  const { phase, message, reason } = verdict
  return {
    phase: 'Failure',
    message: phase === 'Ready' ? outages : `${outages} ${message}`,
    reason: phase === 'Failure' ? reason : 'ProcessUnhealthy',
  }
}

function verdictBesidesOutages(pass: Pass, status: EnvironmentStatus, outcome: Outcome): Summary {
  const hasNetwork = isComplete(status.network) || status.servingDeployment !== undefined
  if (outcome.kind === 'stalled') {
    const isFirstWait = !hasNetwork && outcome.reason === 'AccountNotReady'
    return { phase: isFirstWait ? 'Initial' : 'Failure', message: outcome.message, reason: outcome.reason }
  }
  if (!hasNetwork)
    return outcome.kind === 'ready'
      ? { phase: 'Initial', message: 'Creating environment...', reason: 'Working' }
      : { phase: 'Initial', message: outcome.message, reason: outcome.reason }
  if (outcome.kind === 'waiting' && !outcome.isOurs)
    return { phase: 'Working', message: outcome.message, reason: outcome.reason }
  return healthOf(pass, status)
}

function healthOf(pass: Pass, status: EnvironmentStatus): Summary {
  const shortage = shortageOf(status)
  const available = findCondition(status.conditions, 'Available')
  if (isDeploying(pass))
    return working(`Deploying. ${shortage?.message ?? available?.message ?? ''}`.trim(), shortage?.reason)
  if (shortage !== undefined) return { phase: 'Failure', ...shortage }
  if (available?.reason === 'ProcessUnhealthy')
    return { phase: 'Failure', message: available.message, reason: available.reason }
  if (available?.status !== 'True') return working(available?.message ?? 'Updating...')
  const range = findCondition(status.conditions, 'RangeFree')
  if (isMovingNetwork(status) && range) return working(range.message, range.reason)
  if (isMoving(status)) return working('SDO is removing what is no longer needed.')
  const looping = describeCrashLoop(pass, status)
  if (looping !== undefined) return { phase: 'Failure', message: looping, reason: 'ProcessUnhealthy' }
  const names = findCondition(status.conditions, 'NamesReady')
  // Everything serves, and not under the name that people know it by: only somebody can change that.
  if (names?.reason === 'NameTaken') return { phase: 'Failure', message: names.message, reason: names.reason }
  return { phase: 'Ready', message: describeWorkload(pass, status), reason: 'Ready' }
}

/** Everything serves at the moment, and a process that was started again and again lately will hardly stay up. */
function describeCrashLoop(pass: Pass, { processes }: EnvironmentStatus): string | undefined {
  const looping = processes.find(({ crashLoopEpoch }) => crashLoopEpoch !== undefined)
  if (!looping) return undefined
  const name = applicationOf(pass, looping)?.name ?? 'an application'
  const minutes = pass.limits.crashLoop.seconds / 60
  const what = looping.memoryKills === undefined ? 'crashing' : 'running out of memory'
  return `A process of ${name} keeps ${what}. It is up at the moment, and is stable once that stops for ${minutes} minutes.`
}

const working = (message: string, reason: ConditionReason = 'Working'): Summary => ({
  phase: 'Working',
  message,
  reason,
})

export const isDeploying = ({ goal }: Pass) => goal.desired !== undefined && isUnderWay(goal.desired)

export const isMoving = ({ instances, processes }: EnvironmentStatus) =>
  instances.some(({ phase }) => phase !== 'Running') || processes.some(isOnItsWayOut)

/** As many as are wanted, as every list counts them: all of them serve. */
function describeWorkload({ goal: { wanted, isAsleep } }: Pass, { instances }: EnvironmentStatus): string {
  if (wanted.length === 0) return 'Nothing is deployed.'
  if (isAsleep) return 'Asleep. Nothing runs until it wakes.'
  const count = wanted.reduce((sum, { application }) => sum + application.count, 0)
  return `${counted(count, 'process', 'processes')} on ${counted(instances.length, 'instance', 'instances')}.`
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
