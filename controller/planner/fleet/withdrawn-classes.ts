import { leastPrice } from '../model/instance-classes'
import type { InstanceClass } from '../model/packing-problem'
import type { RunningInstance } from './draft'

/** Instances that run but cannot be launched any more, where they beat what can. */
export function withdrawnClasses(fleet: RunningInstance[], launchable: InstanceClass[]): InstanceClass[] {
  const classes = new Map<string, InstanceClass>()
  for (const { isSpot, cpu, memory, price, isOffered } of fleet) {
    if (isOffered || cpu < 0 || memory < 0) continue
    const isBeaten = launchable.some(
      (one) => one.price <= price && one.cpu >= cpu && one.memory >= memory && (isSpot || !one.isSpot),
    )
    if (isBeaten) continue
    const key = `${isSpot} ${cpu} ${memory} ${price}`
    const known = classes.get(key)
    if (known) known.limit += 1
    else classes.set(key, { isSpot, cpu, memory, price: Math.max(price, leastPrice), limit: 1 })
  }
  return [...classes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
