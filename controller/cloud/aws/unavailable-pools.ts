import type { Clock } from '../../../core/time/clock'
import type { Offering } from '../cloud'

export type Pool = Pick<Offering, 'instanceType' | 'zone' | 'market'>

/** AWS says that it lacks capacity only when asked for it; a pool that just ran out is not offered for this long. */
const unavailableMilliseconds = 3 * 60_000

export interface UnavailablePools {
  add(pool: Pool): void
  has(pool: Pool): boolean
}

export function createUnavailablePools(clock: Pick<Clock, 'now'>): UnavailablePools {
  const untilByPool = new Map<string, number>()
  const keyOf = ({ instanceType, zone, market }: Pool) => `${instanceType}/${zone}/${market}`
  return {
    add: (pool) => void untilByPool.set(keyOf(pool), clock.now() + unavailableMilliseconds),
    has: (pool) => (untilByPool.get(keyOf(pool)) ?? 0) > clock.now(),
  }
}
