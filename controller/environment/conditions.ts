import type { Condition, ConditionReason } from '../../core/resources/metadata'

export type ConditionType =
  'NetworkReady' | 'FleetReady' | 'Available' | 'CloudAccess' | 'Absent' | 'Paused' | 'DeletionNotRequested'

export const findCondition = (conditions: Condition[], type: ConditionType): Condition | undefined =>
  conditions.find((condition) => condition.type === type)

export const isTrue = (conditions: Condition[], type: ConditionType): boolean =>
  findCondition(conditions, type)?.status === 'True'

export interface ConditionChange {
  type: ConditionType
  status: Condition['status']
  reason: ConditionReason
  message: string
}

/** Sets a condition in place. Its transition time moves only when its status does, so that it says since when. */
export function setCondition(
  conditions: Condition[],
  change: ConditionChange,
  now: number,
  observedGeneration: number,
): void {
  const present = findCondition(conditions, change.type)
  const lastTransitionTime =
    present?.status === change.status ? present.lastTransitionTime : new Date(now).toISOString()
  const next = { ...change, lastTransitionTime, observedGeneration }
  if (present) Object.assign(present, next)
  else conditions.push(next)
}

/** Since when a condition has had `status`, epoch in milliseconds, or undefined if it has another one. */
export function conditionSince(
  conditions: Condition[],
  type: ConditionType,
  status: Condition['status'],
): number | undefined {
  const condition = findCondition(conditions, type)
  return condition?.status === status ? Date.parse(condition.lastTransitionTime) : undefined
}
