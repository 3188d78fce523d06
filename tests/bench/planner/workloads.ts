import type { Planner, Workload, WorkloadOffering } from '../../../controller/planner/planner'
import { randomFrom } from '../../../controller/planner/search/random'
import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import { instancePerHour, surplusChargeOf } from '../../../core/charges/charges'
import { spotStrategies } from '../../../core/resources/environment'

/** What AWS bills for every type in three zones and both markets; Spot at 25 to 60 % of on-demand, different in every pool. */
function marketOf(seed: number): WorkloadOffering[] {
  const random = randomFrom(seed)
  return publishedInstanceTypes.flatMap(({ instanceType, vcpu, memoryMib, onDemandPricePerHour }) =>
    ['us-east-1a', 'us-east-1b', 'us-east-1c'].flatMap((zone) => {
      const surplus = surplusChargeOf({ instanceType, vcpu })
      const size = { instanceType, zone, vcpu, memoryMib, ...surplus, penalty: 0 }
      const spotPrice = Math.round(onDemandPricePerHour * (0.25 + 0.35 * random()) * 1e4) / 1e4
      return [
        { ...size, market: 'on-demand' as const, pricePerHour: onDemandPricePerHour },
        { ...size, market: 'spot' as const, pricePerHour: spotPrice },
      ]
    }),
  )
}

const cpuSizes = [0.1, 0.25, 0.25, 0.5, 0.5, 1, 1, 2, 4]
const memoryPerCpu = [400, 800, 1000, 2000, 2000, 4000, 8000]

/** Applications of a team: mostly small, a few large, in odd sizes as people choose them. */
export function workloadOf(seed: number, applications: number, processes: number): Workload {
  const random = randomFrom(seed * 7919 + applications)
  const pick = <Element>(list: readonly Element[]) => list[Math.floor(random() * list.length)] as Element
  const weights = Array.from({ length: applications }, () => 0.2 + random() ** 2)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let left = processes - applications
  const counts = weights.map((weight, index) => {
    const share =
      index === applications - 1
        ? left
        : Math.min(left, Math.round(((processes - applications) * weight) / total))
    left -= share
    return 1 + share
  })
  return {
    spotStrategy: pick(spotStrategies),
    applications: counts.map((count, index) => {
      const cpu = pick(cpuSizes)
      const memoryMb = Math.max(50, Math.round((cpu * pick(memoryPerCpu) * (0.6 + 0.8 * random())) / 10) * 10)
      return {
        name: `app-${index}`,
        cpu,
        memoryMb,
        count,
        maxSpotPercentage: random() < 0.2 ? pick([0, 50, 80]) : 100,
      }
    }),
    offerings: marketOf(seed),
    overhead: { cpu: 0.1, memoryMb: 350 },
    instancePerHour,
  }
}

/** The same question without the types whose price covers a part of their cores only. */
export const withoutBurstable = (workload: Workload): Workload => ({
  ...workload,
  offerings: workload.offerings.filter(({ surplusPerVcpuHour }) => surplusPerVcpuHour === undefined),
})

/** The same question where what is charged for every instance is said as a part of each price. */
export const withChargeInPrices = ({ instancePerHour = 0, ...workload }: Workload): Workload => ({
  ...workload,
  offerings: workload.offerings.map((one) => ({ ...one, pricePerHour: one.pricePerHour + instancePerHour })),
})

/** Teams whose fleet was planned for other numbers of processes than are wanted now, by the given planner. */
export function changedFleetOf(seed: number, planner: Planner): Workload {
  const before = workloadOf(seed, 8 + (seed % 3) * 4, 20 + seed * 5)
  const after = before.applications.map((application, index) => ({
    ...application,
    count: Math.max(1, application.count + ((index % 3) - 1) * 2),
  }))
  const fleet = planner(before).instances.map((instance, index) => ({ ...instance, id: `i-${index}` }))
  return { ...before, applications: after, fleet }
}

/** As in traces of shared clusters: few processes of each kind, most tiny, CPU in odd shares and memory over three orders of magnitude. */
export function traceLikeWorkload(seed: number): Workload {
  const random = randomFrom(seed)
  const applications: Workload['applications'] = []
  for (let left = 1088; left > 0;) {
    const count = Math.min(left, 1 + Math.floor(random() ** 4 * 30))
    left -= count
    applications.push({
      name: `task-${applications.length}`,
      cpu: Math.round(10 ** (-1.3 + 2 * random()) * 100) / 100,
      memoryMb: Math.round(10 ** (1.8 + 2.4 * random())),
      count,
    })
  }
  return {
    spotStrategy: 'ALL',
    applications,
    offerings: marketOf(seed),
    overhead: { cpu: 0.1, memoryMb: 350 },
    instancePerHour,
  }
}
