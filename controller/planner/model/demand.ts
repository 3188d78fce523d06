import type { InstanceCap, ProcessGroup } from './packing-problem'
import type { Workload, WorkloadApplication } from './plan'
import type { SizedOffering } from './instance-classes'
import { holds, loadOfProcess, usableSizeOf, type Load } from './sizes'
import { mostOnOneInstance, spotLimitOf } from './limits'
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
  /** At most how many one instance may have. */
  mostOnOne: number
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
      mostOnOne: mostOnOneInstance(workload.goesOnWithout, application.count),
    }
  })
}

export interface SizedGroups {
  groups: ProcessGroup[]
  /** Of each size the demands that have it, and its groups: those that may use Spot and those that must not. */
  sizes: { demands: number[]; flexibleGroup?: number; onDemandGroup?: number }[]
}

const isCapped = ({ count, mostOnOne }: Demand) => count > mostOnOne

/**
 * Applications of one size and use are one to the packing; only how many of them may be on Spot, and on one instance, matters. Those that
 * must not use Spot have a size of their own where one instance must not have all of an application: processes of others could not
 * change places with theirs.
 */
export function groupBySize(demands: Demand[]): SizedGroups {
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
      if (count === 0 || !first) return undefined
      const { cpu, memory, cpuUsed } = first
      return groups.push({ cpu, memory, cpuUsed, count, isOnDemandOnly, ...cap }) - 1
    }
    return {
      demands: indexes,
      flexibleGroup: add(flexible, false),
      onDemandGroup: add(total - flexible, true),
    }
  })
  return { groups, sizes }
}

/** As many of a size as leave room elsewhere for one process of each application that must not be whole on one instance. */
const capOf = (own: Demand[]): InstanceCap => ({
  onSpot: own.reduce((sum, { spotLimit, mostOnOne }) => sum + Math.min(spotLimit, mostOnOne), 0),
  onDemand: own.reduce((sum, { count, mostOnOne }) => sum + Math.min(count, mostOnOne), 0),
})

/** One order of groups, however the applications are listed. */
const largestFirst =
  (demands: Demand[]) =>
  ([a = 0]: number[], [b = 0]: number[]) => {
    const [one, other] = [demands[a], demands[b]]
    return one && other ? other.cpu - one.cpu || other.memory - one.memory || other.cpuUsed - one.cpuUsed : 0
  }
