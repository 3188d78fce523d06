import type { InstanceClass } from './packing-problem'
import type { WorkloadOffering } from './plan'
import { holds, type Size } from './sizes'

export interface SizedOffering extends Size {
  offering: WorkloadOffering
  isSpot: boolean
  price: number
}

/**
 * The classes worth launching: offerings alike in market, size and price are one, and what another offering beats in size and price, and
 * may be used by no fewer processes, is left out. Zones are of no account for the cost.
 */
export function launchableClasses(offerings: SizedOffering[]): InstanceClass[] {
  const classes: InstanceClass[] = []
  for (const { isSpot, cpu, memory, price } of [...offerings].sort(bestFirst)) {
    if (cpu < 0 || memory < 0) continue
    const isBeaten = classes.some(
      (other) => other.price <= price && holds(other, { cpu, memory }) && (isSpot || !other.isSpot),
    )
    if (!isBeaten) classes.push({ isSpot, cpu, memory, price: Math.max(price, leastPrice), limit: Infinity })
  }
  return classes
}

/** What is free still counts as something, so that value for money can be told. */
export const leastPrice = 1e-9

/** Whatever beats an offering comes before it. */
const bestFirst = (a: SizedOffering, b: SizedOffering) =>
  a.price - b.price || b.cpu - a.cpu || b.memory - a.memory || Number(a.isSpot) - Number(b.isSpot)
