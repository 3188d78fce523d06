import { isSamePool } from '../../../core/catalogue/pool'
import type { Work } from '../concern'
import { describePool, type SizedPool } from '../workload/pools'
import type { Exclusion, RolloutMemory } from './memory'

/** A pool without capacity is left out alone; a quota counts cores of a market, so it rules out everything as large there. */
export const covers = ({ reason, pool }: Exclusion, offering: SizedPool): boolean =>
  reason === 'QuotaExceeded'
    ? offering.market === pool.market && offering.vcpu >= pool.vcpu
    : isSamePool(offering, pool)

/** Leaves out what was refused in this pass, says so when it begins, and forgets what was refused long ago. */
export function keepExclusions({ pass, draft, observed, memory }: Work<RolloutMemory>): void {
  const { now, limits } = pass
  memory.exclusions = memory.exclusions.filter(({ untilEpoch }) => untilEpoch > now)
  for (const refused of observed.refusedLaunches) {
    if (memory.exclusions.every(({ reason }) => reason !== refused.reason))
      draft.event(
        'network',
        `No ${describePool(refused.pool)} can be had now. ${refused.message} Looking for others.`,
      )
    memory.exclusions.push({ ...refused, untilEpoch: now + limits.offeringExclusionSeconds * 1000 })
    memory.lastRefusal = refused
  }
}
