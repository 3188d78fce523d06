import { isOnItsWayOut } from '../../../core/process/process-phases'
import type {
  EnvironmentSpec,
  EnvironmentStatus,
  InstanceStatus,
  ProcessStatus,
} from '../../../core/resources/environment'
import { mostInOneZone, mostOnOneInstance } from '../../../core/environment/surviving'
import { spotLimitOf } from '../../planner/planner'
import { demandKeyOf, type Demand } from './goal'

/** The processes that a demand has already. */
export interface Selection {
  demand: Demand
  kept: ProcessStatus[]
  missing: number
  /** All of them are there and in service. */
  isServed: boolean
}

export interface Selections {
  selections: Selection[]
  /** Processes that no demand needs any more, those on their way out included. */
  surplus: ProcessStatus[]
}

/** A process people can use: behind its load balancers, or just healthy if it exposes nothing. */
export const isInService = ({ phase }: ProcessStatus, { ports }: { ports: unknown[] }): boolean =>
  ports.length > 0 ? phase === 'Serving' : phase === 'Healthy'

/** An instance whose processes are to be replaced elsewhere. */
export const isLeaving = ({ phase }: InstanceStatus): boolean =>
  phase === 'Draining' || phase === 'Terminating'

const readiness: ProcessStatus['phase'][] = ['Serving', 'Healthy', 'Starting', 'Pending']

/**
 * Matches processes with demands. Best first: what serves already, then what shares its instance with the most (so that scaling down
 * empties instances). Beyond the Spot limit, processes on Spot count as surplus and are thus replaced before they go; so does the last one of an
 * application that is whole on one instance or in one zone, where the environment is to go on without any.
 */
export function selectProcesses(
  demands: Demand[],
  { instances, processes }: Pick<EnvironmentStatus, 'instances' | 'processes'>,
  { spotStrategy, goesOnWithout }: Pick<EnvironmentSpec, 'spotStrategy' | 'goesOnWithout'>,
): Selections {
  const instanceOf = new Map(instances.map((instance) => [instance.clientToken, instance]))
  const countOn = new Map<string, number>()
  for (const { clientToken } of processes) countOn.set(clientToken, (countOn.get(clientToken) ?? 0) + 1)
  const neighbours = ({ clientToken }: ProcessStatus) => countOn.get(clientToken) ?? 0
  const isUsable = (process: ProcessStatus) => {
    const instance = instanceOf.get(process.clientToken)
    return instance !== undefined && !isLeaving(instance) && !isOnItsWayOut(process)
  }
  const usable = processes
    .filter(isUsable)
    .sort(
      (a, b) =>
        readiness.indexOf(a.phase) - readiness.indexOf(b.phase) ||
        neighbours(b) - neighbours(a) ||
        (a.id < b.id ? -1 : 1),
    )
  const usableBy = new Map<string, ProcessStatus[]>()
  for (const process of usable) {
    const key = demandKeyOf(process.applicationId, process.releaseId)
    const alike = usableBy.get(key)
    if (alike) alike.push(process)
    else usableBy.set(key, [process])
  }
  const selections = demands.map((demand) => {
    const { applicationId, count, maxSpotPercentage } = demand.application
    let spotLeft = spotLimitOf(spotStrategy, count, maxSpotPercentage)
    const mostOnOne = mostOnOneInstance(goesOnWithout, count)
    const mostInZone = mostInOneZone(goesOnWithout, count)
    const keptOn = new Tally()
    const keptIn = new Tally()
    const kept: ProcessStatus[] = []
    for (const process of usableBy.get(demandKeyOf(applicationId, demand.releaseId)) ?? []) {
      const { clientToken } = process
      const { market, zone = '' } = instanceOf.get(clientToken) ?? {}
      const isSpot = market === 'spot'
      if (kept.length === count || (isSpot && spotLeft === 0)) continue
      if (keptOn.of(clientToken) === mostOnOne || keptIn.of(zone) === mostInZone) continue
      if (isSpot) spotLeft -= 1
      keptOn.count(clientToken)
      keptIn.count(zone)
      kept.push(process)
    }
    const isServed =
      kept.length === count && kept.every((process) => isInService(process, demand.application))
    return { demand, kept, missing: count - kept.length, isServed }
  })
  const keptIds = new Set(selections.flatMap(({ kept }) => kept.map(({ id }) => id)))
  return { selections, surplus: processes.filter(({ id }) => !keptIds.has(id)) }
}

/** How many are in each place. */
class Tally {
  private readonly counts = new Map<string, number>()

  of(place: string): number {
    return this.counts.get(place) ?? 0
  }

  count(place: string): void {
    this.counts.set(place, this.of(place) + 1)
  }
}
