import type { Market } from '../../../core/resources/environment'
import type { ConditionReason } from '../../../core/resources/metadata'
import type { Pool } from './pools'

type Sized = Pool & { vcpu: number }

/** What not to ask for again for a while, because it was refused. */
export interface Exclusion {
  untilEpoch: number
  reason: Extract<ConditionReason, 'InsufficientCapacity' | 'QuotaExceeded'>
  /** The refusal, for the customer. */
  message: string
  covers(offering: Sized): boolean
}

/** A pool without capacity is left out alone; a quota counts cores of a market, so it rules out everything as large there. */
export function exclusionOf(
  refused: Sized,
  reason: Exclusion['reason'],
  message: string,
  untilEpoch: number,
): Exclusion {
  const { instanceType, zone, market, vcpu } = refused
  const isSamePool = (offering: Pool) => offering.instanceType === instanceType && offering.zone === zone
  const isSameMarket = (offering: { market: Market }) => offering.market === market
  const covers: Exclusion['covers'] =
    reason === 'QuotaExceeded'
      ? (offering) => isSameMarket(offering) && offering.vcpu >= vcpu
      : (offering) => isSameMarket(offering) && isSamePool(offering)
  return { untilEpoch, reason, message, covers }
}

export const inForce = (exclusions: Exclusion[], now: number): Exclusion[] =>
  exclusions.filter(({ untilEpoch }) => untilEpoch > now)
