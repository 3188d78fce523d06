import type { EnvironmentStatus } from '../../core/resources/environment'
import type { FleetChange, ResourceEvent } from '../../core/resources/events'
import type { Kind, StatusOf } from '../../core/resources/kinds'
import type { Condition, ConditionReason } from '../../core/resources/metadata'
import { changedConditions } from '../runtime/conditions'
import type { Notice } from '../store/store'

/** Why something is not ready that nobody need look at: it is on its way, or as somebody wants it. */
const unremarkable: ConditionReason[] = ['Working', 'Deleting', 'Paused', 'Stopped', 'Replaced']

/** Notices of conditions whose status or reason changed; Ready tells of the conditions that are not here. */
const noticeOfCondition: Record<string, ((condition: Condition) => Notice | undefined) | undefined> = {
  Ready: ({ status, reason, message }) => {
    if (status === 'True') return { reason: 'Ready', message, isWarning: false }
    return unremarkable.includes(reason) ? undefined : { reason, message, isWarning: true }
  },
  Reconciled: ({ status, reason, message }) =>
    status === 'True' ? undefined : { reason, message, isWarning: true },
  Paused: ({ status, message }) =>
    status === 'True'
      ? { reason: 'Paused', message, isWarning: true }
      : { reason: 'Resumed', message, isWarning: false },
  DeletionNotRequested: ({ status, message }) =>
    status === 'True' ? { reason: 'DeletionNotRequested', message, isWarning: true } : undefined,
}

const reasonOfChange: Record<FleetChange['kind'], string> = {
  launch: 'InstanceLaunched',
  move: 'InstanceEmptied',
  retire: 'InstanceRetired',
}

/**
 * Notices about a resource whose status was written, computed from the status before and after. One and the same sentence is said
 * once, however many parts of the status say it.
 */
export function noticesOf<K extends Kind>(
  kind: K,
  before: StatusOf<K> | undefined,
  after: StatusOf<K>,
): Notice[] {
  const notices = [
    ...changedConditions(before?.conditions ?? [], after.conditions).flatMap(
      ({ is }) => noticeOfCondition[is.type]?.(is) ?? [],
    ),
    ...(kind === 'Environment'
      ? noticesOfEnvironment(before as EnvironmentStatus | undefined, after as EnvironmentStatus)
      : []),
  ]
  return notices.filter(
    ({ message }, index) => notices.findIndex((notice) => notice.message === message) === index,
  )
}

function noticesOfEnvironment(before: EnvironmentStatus | undefined, after: EnvironmentStatus): Notice[] {
  // A status that was written back after a loss tells of nothing new.
  if (!before) return []
  const warned = after.instances.filter(
    ({ clientToken, interruptedEpoch }) =>
      interruptedEpoch !== undefined &&
      before.instances.some(
        (instance) => instance.clientToken === clientToken && instance.interruptedEpoch === undefined,
      ),
  )
  return [
    ...warned.map(({ instanceId, instanceType, zone }) => ({
      reason: 'SpotInterruption',
      message: `AWS announced to reclaim ${instanceId} (${instanceType} in ${zone}).`,
      isWarning: true,
    })),
    ...after.events.filter(({ sequence }) => sequence > before.lastEventSequence).flatMap(noticeOfLine),
  ]
}

/** The notice of a line of the log that tells of instances, deployments, or what went wrong. */
function noticeOfLine({ reason, fleetChange, severity, message, traceId }: ResourceEvent): Notice[] {
  const isWarning = severity === 'ERROR'
  const said = { message, isWarning, ...(traceId && { traceId }) }
  if (reason) return [{ reason, ...said }]
  if (fleetChange) return [{ reason: reasonOfChange[fleetChange.kind], ...said }]
  return isWarning ? [{ reason: 'Trouble', ...said }] : []
}
