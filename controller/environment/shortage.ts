import type { EnvironmentStatus, PoolTrouble } from '../../core/resources/environment'
import type { ConditionReason } from '../../core/resources/metadata'
import { findCondition } from '../../core/resources/find-condition'
import { isSamePool } from '../../core/catalogue/pool'

/** Why instances can be missing although nobody refuses to tell of them. */
export const shortages: ConditionReason[] = [
  'Working',
  'InsufficientCapacity',
  'QuotaExceeded',
  'Unplaceable',
]

/** Why processes find no instance; undefined while all do. */
export function shortageOf({
  conditions,
}: EnvironmentStatus): { reason: ConditionReason; message: string } | undefined {
  const fleet = findCondition(conditions, 'FleetReady')
  const isShort = fleet?.status === 'False' && fleet.reason !== 'Working' && shortages.includes(fleet.reason)
  return isShort ? { reason: fleet.reason, message: fleet.message } : undefined
}

type Refused = PoolTrouble & { refusal: NonNullable<PoolTrouble['refusal']> }

/** The refusals of a launch in the later list that are not in the earlier one. */
export const newRefusals = (before: PoolTrouble[] = [], after: PoolTrouble[] = []): Refused[] =>
  after.filter(
    (trouble): trouble is Refused =>
      trouble.refusal !== undefined &&
      before.find((one) => isSamePool(one, trouble))?.refusal?.untilEpoch !== trouble.refusal.untilEpoch,
  )
