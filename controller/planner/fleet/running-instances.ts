import { poolOf } from '../../../core/catalogue/pool'
import type { SizedOffering } from '../model/instance-classes'
import type { Demand } from '../model/demand'
import type { Workload } from '../model/plan'
import { usableSizeOf } from '../model/sizes'
import { tariffOf } from '../model/tariff'
import { sideOf, type Sides } from '../model/zones'
import type { RunningInstance } from './draft'

/** The fleet, with the size and price of each instance and the processes that are still wanted. Sorted by id. */
export function runningInstancesOf(
  workload: Workload,
  offerings: SizedOffering[],
  demands: Demand[],
  sides?: Sides,
): RunningInstance[] {
  const byPool = new Map(offerings.map((sized) => [poolOf(sized.offering), sized]))
  const byType = new Map(offerings.map((sized) => [sized.offering.instanceType, sized]))
  return [...(workload.fleet ?? [])]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((instance) => {
      const offered = byPool.get(poolOf(instance))
      const sized = offered ?? byType.get(instance.instanceType)
      const pricePerHour = (offered?.offering ?? instance).pricePerHour
      const type = sized?.offering ?? instance
      const { vcpu, memoryMib } = type
      if (vcpu === undefined || memoryMib === undefined || pricePerHour === undefined)
        throw new Error(
          `Instance ${instance.id} is of a type that is not offered, and its size or price is not given.`,
        )
      return {
        instance,
        isSpot: instance.market === 'spot',
        ...(sides && { side: sideOf(sides, instance.zone) }),
        zones: [instance.zone],
        ...tariffOf({ ...type, vcpu, pricePerHour }, workload),
        ...usableSizeOf({ vcpu, memoryMib }, workload.overhead),
        processes: Int32Array.from(demands, ({ application }) => processesOf(instance, application.name)),
        isOffered: offered !== undefined,
      }
    })
}

/** Own properties only: an application may be called "constructor". */
const processesOf = ({ processes }: { processes: Record<string, number> }, name: string) =>
  Object.hasOwn(processes, name) ? (processes[name] ?? 0) : 0
