import type { Workload, WorkloadApplication } from './plan'
import type { SizedOffering } from './instance-classes'
import { holds, loadOfProcess, usableSizeOf, type Load } from './sizes'
import { mostInOneZone, mostOnOneInstance } from '../../../core/environment/surviving'
import { spotLimitOf } from './limits'
import { tariffOf } from './tariff'
import { reaches, reachOf, sideOf, type Reach, type Sides } from './zones'

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
  /** At most how many one zone may have. */
  mostInZone: number
  /** Present where zones are of account. */
  zoned?: Zoned
}

interface Zoned {
  reach: Reach
  /** The sides on which one process each has to be, of those that find a place. */
  pins: number[]
}

/** @param sides where zones are of account. */
export const sizedOfferings = (workload: Workload, sides?: Sides): SizedOffering[] =>
  workload.offerings.map((offering) => ({
    offering,
    isSpot: offering.market === 'spot',
    ...(sides && { side: sideOf(sides, offering.zone) }),
    ...tariffOf(offering, workload),
    ...usableSizeOf(offering, workload.overhead),
  }))

/**
 * Splits each application, in the order of names, into what can be placed and what cannot.
 * @param sides where no application with two or more processes may be whole in one zone.
 */
export function demandsOf(workload: Workload, offerings: SizedOffering[], sides?: Sides): Demand[] {
  const applications = [...workload.applications].sort((a, b) => (a.name < b.name ? -1 : 1))
  const isMetered = [...workload.offerings, ...(workload.fleet ?? [])].some(
    ({ surplusPerVcpuHour = 0 }) => surplusPerVcpuHour > 0,
  )
  return applications.map((application) => {
    const load = loadOfProcess(application)
    const limit = spotLimitOf(workload.spotStrategy, application.count, application.maxSpotPercentage)
    const fitting = offerings.filter((offering) => holds(offering, load))
    const placeableAnywhere = fitting.some(({ isSpot }) => !isSpot)
      ? application.count
      : fitting.length > 0
        ? limit
        : 0
    const mostInZone = mostInOneZone(workload.goesOnWithout, application.count)
    const reach = sides && reachOf(sides, offerings, load)
    const isInReach = !reach || bothSides.every((side) => reaches(reach, side, limit))
    const placeable = isInReach ? placeableAnywhere : Math.min(placeableAnywhere, mostInZone)
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
      mostInZone,
      ...(reach && { zoned: { reach, pins: placeable > mostInZone ? bothSides : [] } }),
    }
  })
}

const bothSides = [0, 1]
