import type { InstanceClass } from './packing-problem'
import type { WorkloadOffering } from './plan'
import { holds, type Size } from './sizes'
import { hourlyCost, isNeverDearer, type Tariff } from './tariff'

export interface SizedOffering extends Size, Tariff {
  offering: WorkloadOffering
  isSpot: boolean
  /** On which side of the zones it is; absent where zones are of no account. */
  side?: number
}

/**
 * The classes worth launching: offerings alike in market, size and price are one, and what another offering beats in size and price, and
 * may be used by no fewer processes, is left out. Of zones, no more than the side is of account.
 * @param share of what they ask for that processes use at most.
 */
export function launchableClasses(offerings: SizedOffering[], share = 1): InstanceClass[] {
  const classes: InstanceClass[] = []
  for (const offering of [...offerings].sort(bestFirst(share))) {
    if (offering.cpu < 0 || offering.memory < 0 || isBeatenBy(classes, offering, share)) continue
    classes.push(classOf(offering, Infinity))
  }
  return classes
}

/** Whether one of the classes holds as much for no more, and may be used by no fewer processes. */
export const isBeatenBy = (
  classes: InstanceClass[],
  one: Omit<InstanceClass, 'limit'>,
  share: number,
): boolean =>
  classes.some(
    (other) =>
      isNeverDearer(other, one, share * one.cpu) &&
      holds(other, one) &&
      (one.isSpot || !other.isSpot) &&
      one.side === other.side,
  )

/** The class of an instance. What is free still counts as something, so that value for money can be told. */
export const classOf = (
  { isSpot, side, cpu, memory, price, surplus }: Omit<InstanceClass, 'limit'>,
  limit: number,
): InstanceClass => ({
  isSpot,
  ...(side === undefined ? {} : { side }),
  cpu,
  memory,
  price: Math.max(price, leastPrice),
  ...(surplus ? { surplus } : {}),
  limit,
})

const leastPrice = 1e-9

/** Whatever beats an offering comes before it. */
const bestFirst = (share: number) => (a: SizedOffering, b: SizedOffering) =>
  a.price - b.price ||
  b.cpu - a.cpu ||
  b.memory - a.memory ||
  hourlyCost(a, share * a.cpu) - hourlyCost(b, share * b.cpu) ||
  Number(a.isSpot) - Number(b.isSpot)
