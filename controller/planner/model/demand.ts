import type { ProcessGroup } from './packing-problem'
import type { Workload, WorkloadApplication } from './plan'
import type { SizedOffering } from './instance-classes'
import { holds, loadOfProcess, usableSizeOf, type Load } from './sizes'
import { spotLimitOf } from './spot-limit'
import { tariffOf } from './tariff'

/** An application as the planner sees it. */
export interface Demand extends Load {
  application: WorkloadApplication
  /** Processes that have to find a place. */
  count: number
  /** Processes for which there is none among what may be launched. */
  unplaceable: number
  /** At most how many of those that find a place may be on Spot. */
  spotLimit: number
  /** At most how many may be on Spot, whether there is a place for them or not. */
  applicationSpotLimit: number
}

export const sizedOfferings = (workload: Workload): SizedOffering[] =>
  workload.offerings.map((offering) => ({
    offering,
    isSpot: offering.market === 'spot',
    ...tariffOf(offering, workload),
    ...usableSizeOf(offering, workload.overhead),
  }))

/** Splits each application, in the order of names, into what can be placed and what cannot. */
export function demandsOf(workload: Workload, offerings: SizedOffering[]): Demand[] {
  const applications = [...workload.applications].sort((a, b) => (a.name < b.name ? -1 : 1))
  const isMetered = [...workload.offerings, ...(workload.fleet ?? [])].some(
    ({ surplusPerVcpuHour = 0 }) => surplusPerVcpuHour > 0,
  )
  return applications.map((application) => {
    const load = loadOfProcess(application)
    const limit = spotLimitOf(workload.spotStrategy, application.count, application.maxSpotPercentage)
    const fitting = offerings.filter((offering) => holds(offering, load))
    const placeable = fitting.some(({ isSpot }) => !isSpot)
      ? application.count
      : fitting.length > 0
        ? limit
        : 0
    return {
      application,
      ...load,
      // Without it processes that differ in nothing else are alike.
      cpuUsed: isMetered ? load.cpuUsed : load.cpu,
      count: placeable,
      unplaceable: application.count - placeable,
      spotLimit: Math.min(limit, placeable),
      applicationSpotLimit: limit,
    }
  })
}

export interface SizedGroups {
  groups: ProcessGroup[]
  /** Of each size the demands that have it, and its groups: those that may use Spot and those that must not. */
  sizes: { demands: number[]; flexibleGroup?: number; onDemandGroup?: number }[]
}

/** Applications of one size and use are one to the packing; only how many of them may be on Spot matters. */
export function groupBySize(demands: Demand[]): SizedGroups {
  const bySize = new Map<string, number[]>()
  demands.forEach(({ cpu, memory, cpuUsed, count }, index) => {
    if (count === 0) return
    const key = `${cpu} ${memory} ${cpuUsed}`
    bySize.set(key, [...(bySize.get(key) ?? []), index])
  })
  const groups: ProcessGroup[] = []
  const sizes = [...bySize.values()].sort(largestFirst(demands)).map((indexes) => {
    const own = indexes.flatMap((index) => demands[index] ?? [])
    const flexible = own.reduce((sum, { spotLimit }) => sum + spotLimit, 0)
    const total = own.reduce((sum, { count }) => sum + count, 0)
    const add = (count: number, isOnDemandOnly: boolean) => {
      const [first] = own
      if (count === 0 || !first) return undefined
      const { cpu, memory, cpuUsed } = first
      return groups.push({ cpu, memory, cpuUsed, count, isOnDemandOnly }) - 1
    }
    return {
      demands: indexes,
      flexibleGroup: add(flexible, false),
      onDemandGroup: add(total - flexible, true),
    }
  })
  return { groups, sizes }
}

/** One order of groups, however the applications are listed. */
const largestFirst =
  (demands: Demand[]) =>
  ([a = 0]: number[], [b = 0]: number[]) => {
    const [one, other] = [demands[a], demands[b]]
    return one && other ? other.cpu - one.cpu || other.memory - one.memory || other.cpuUsed - one.cpuUsed : 0
  }
