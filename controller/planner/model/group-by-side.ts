import type { Demand } from './demand'
import type { Needs, ProcessGroup } from './packing-problem'

export interface SizedGroups {
  groups: ProcessGroup[]
  sizes: SizeGroups[]
}

/** The demands of one size, and its groups: those that may use Spot and those that must not. */
interface SizeGroups {
  demands: number[]
  groups: number[]
  /** Where zones are of account, of each group how many processes of each demand are in it. */
  shares?: number[][]
}

/**
 * Groups where no application may be whole in one zone: of each that must not, one process has to be on either side of the zones. So a size has
 * up to six groups, by side and market, and whoever keeps to them keeps every application apart. Which process must not use Spot is
 * decided here: the one on the second side first.
 */
export function groupBySide(demands: Demand[]): SizedGroups {
  const bySize = new Map<string, number[]>()
  demands.forEach(({ cpu, memory, cpuUsed, count }, index) => {
    if (count === 0) return
    const key = `${cpu} ${memory} ${cpuUsed}`
    bySize.set(key, [...(bySize.get(key) ?? []), index])
  })
  const groups: ProcessGroup[] = []
  const sizes = [...bySize.values()].sort(largestFirst(demands)).map((own): SizeGroups => {
    const kinds = new Map<string, { needs: Needs; shares: number[] }>()
    own.forEach((demand, place) => {
      for (const needs of needsOfEach(demands[demand]!)) {
        const key = `${needs.isOnDemandOnly} ${needs.side}`
        const kind = kinds.get(key) ?? { needs, shares: own.map(() => 0) }
        kind.shares[place]! += 1
        kinds.set(key, kind)
      }
    })
    const { cpu, memory, cpuUsed } = demands[own[0]!]!
    const inOrder = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind)
    return {
      demands: own,
      groups: inOrder.map(({ needs, shares }) => {
        const count = shares.reduce((sum, share) => sum + share, 0)
        return groups.push({ cpu, memory, cpuUsed, count, ...needs }) - 1
      }),
      shares: inOrder.map(({ shares }) => shares),
    }
  })
  return { groups, sizes }
}

/** Of each process where it has to be. */
function needsOfEach({ count, spotLimit, zoned }: Demand): Needs[] {
  const { reach, pins } = zoned ?? { reach: undefined, pins: [] }
  let onDemand = count - spotLimit
  const take = (side?: number): Needs => {
    const isOnDemandOnly = onDemand > 0 && (side === undefined || reach?.onDemand[side] === true)
    if (isOnDemandOnly) onDemand -= 1
    return side === undefined ? { isOnDemandOnly } : { isOnDemandOnly, side }
  }
  const [first, second] = pins
  const free = Array.from({ length: count - pins.length })
  return [
    ...(second === undefined ? [] : [take(second)]),
    ...free.map(() => take()),
    ...(first === undefined ? [] : [take(first)]),
  ]
}

/** One order of groups, however the applications are listed. */
export const largestFirst =
  (demands: Demand[]) =>
  ([a = 0]: number[], [b = 0]: number[]) => {
    const [one, other] = [demands[a], demands[b]]
    return one && other ? other.cpu - one.cpu || other.memory - one.memory || other.cpuUsed - one.cpuUsed : 0
  }
