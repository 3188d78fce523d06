import type { Demand } from './demand'
import { groupBySide, largestFirst, type SizedGroups } from './group-by-side'
import type { InstanceCap, ProcessGroup } from './packing-problem'

export type { SizedGroups } from './group-by-side'

const isCapped = ({ count, mostOnOne }: Demand) => count > mostOnOne

/**
 * Applications of one size and use are one to the packing; only how many of them may be on Spot, and on one instance, matters. Those that
 * must not use Spot have a size of their own where one instance must not have all of an application: processes of others could not
 * change places with theirs.
 */
export function groupBySize(demands: Demand[]): SizedGroups {
  if (demands.some(({ zoned }) => zoned)) return groupBySide(demands)
  const bySize = new Map<string, number[]>()
  const hasCaps = demands.some(isCapped)
  demands.forEach(({ cpu, memory, cpuUsed, count, spotLimit }, index) => {
    if (count === 0) return
    const key = `${cpu} ${memory} ${cpuUsed} ${hasCaps && spotLimit === 0}`
    bySize.set(key, [...(bySize.get(key) ?? []), index])
  })
  const groups: ProcessGroup[] = []
  const sizes = [...bySize.values()].sort(largestFirst(demands)).map((indexes) => {
    const own = indexes.flatMap((index) => demands[index] ?? [])
    const flexible = own.reduce((sum, { spotLimit }) => sum + spotLimit, 0)
    const total = own.reduce((sum, { count }) => sum + count, 0)
    const cap = own.some(isCapped) ? { cap: capOf(own) } : {}
    const add = (count: number, isOnDemandOnly: boolean) => {
      const [first] = own
      if (count === 0 || !first) return []
      const { cpu, memory, cpuUsed } = first
      return [groups.push({ cpu, memory, cpuUsed, count, isOnDemandOnly, ...cap }) - 1]
    }
    return { demands: indexes, groups: [...add(flexible, false), ...add(total - flexible, true)] }
  })
  return { groups, sizes }
}

/** As many of a size as leave room elsewhere for one process of each application that must not be whole on one instance. */
const capOf = (own: Demand[]): InstanceCap => ({
  onSpot: own.reduce((sum, { spotLimit, mostOnOne }) => sum + Math.min(spotLimit, mostOnOne), 0),
  onDemand: own.reduce((sum, { count, mostOnOne }) => sum + Math.min(count, mostOnOne), 0),
})
