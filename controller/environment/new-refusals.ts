import type { PoolTrouble } from '../../core/resources/environment'
import { isSamePool } from '../../core/catalogue/pool'

type Refused = PoolTrouble & { refusal: NonNullable<PoolTrouble['refusal']> }

/** The refusals of a launch in the later list that are not in the earlier one. */
export const newRefusals = (before: PoolTrouble[] = [], after: PoolTrouble[] = []): Refused[] =>
  after.filter(
    (trouble): trouble is Refused =>
      trouble.refusal !== undefined &&
      before.find((one) => isSamePool(one, trouble))?.refusal?.untilEpoch !== trouble.refusal.untilEpoch,
  )
