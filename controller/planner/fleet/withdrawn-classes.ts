import { classOf, isBeatenBy } from '../model/instance-classes'
import type { InstanceClass } from '../model/packing-problem'
import type { RunningInstance } from './draft'

/** Instances that run but cannot be launched any more, where they beat what can. */
export function withdrawnClasses(
  fleet: RunningInstance[],
  launchable: InstanceClass[],
  share: number,
): InstanceClass[] {
  const classes = new Map<string, InstanceClass>()
  for (const running of fleet) {
    const { isSpot, side, cpu, memory, price, surplus, isOffered } = running
    if (isOffered || cpu < 0 || memory < 0 || isBeatenBy(launchable, running, share)) continue
    const key = [isSpot, side, cpu, memory, price, surplus?.beyond, surplus?.pricePerCpu].join(' ')
    const known = classes.get(key)
    if (known) known.limit += 1
    else classes.set(key, classOf(running, 1))
  }
  return [...classes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
