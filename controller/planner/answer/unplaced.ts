import type { SizedOffering } from '../model/instance-classes'
import type { Demand } from '../model/demand'
import type { WorkloadOffering } from '../model/plan'
import { holds } from '../model/sizes'

/**
 * Why some processes of it found no place, and which offering comes nearest.
 * @param unplaced how many of them
 */
export function reasonUnplaced(demand: Demand, offerings: SizedOffering[], unplaced: number): string {
  const { application } = demand
  if (demand.zoned && unplaced <= application.count - demand.mostInZone)
    return 'No instance that is large enough is offered in a second zone, and not all processes may run in one.'
  if (offerings.length === 0) return 'No instances are offered at the moment.'
  const wanted = `${application.cpu} CPU and ${application.memoryMb} MB`
  const isOnSpot = offerings.some((offering) => holds(offering, demand))
  const candidates = isOnSpot ? offerings.filter(({ isSpot }) => !isSpot) : offerings
  const what = isOnSpot
    ? `Only Spot instances are large enough for ${wanted}, and its Spot limit is ${demand.applicationSpotLimit} of ${application.count}.`
    : `No instance is large enough for ${wanted}.`
  const [nearest] = [...candidates].sort(
    (a, b) =>
      shortage(a, demand) - shortage(b, demand) ||
      a.price - b.price ||
      (nameOf(a.offering) < nameOf(b.offering) ? -1 : 1),
  )
  if (!nearest) return `${what} No on-demand instance is offered.`
  const cpu = Math.max(0, nearest.cpu) / 1e6
  const memoryMb = Math.max(0, Math.floor(nearest.memory / 1e6))
  return `${what} The nearest, ${nameOf(nearest.offering)}, has ${cpu} CPU and ${memoryMb} MB for processes.`
}

/** By how much the larger shortage exceeds what is offered. */
const shortage = (offering: SizedOffering, { cpu, memory }: Demand) =>
  Math.max(cpu / Math.max(1, offering.cpu), memory / Math.max(1, offering.memory))

const nameOf = ({ instanceType, market }: WorkloadOffering) => `${instanceType} (${market})`
