import type { Workload, WorkloadOffering } from './plan'
import { cpuUnitsOf } from './sizes'

/** What an instance costs an hour, in USD: its price, and on burstable types also for CPU beyond a baseline. */
export interface Tariff {
  /** Whatever runs on it. */
  price: number
  /** Absent: all of its CPU is in the price. */
  surplus?: Surplus
}

/** In the units of `Size`. */
export interface Surplus {
  /** CPU for processes that the price covers. */
  beyond: number
  /** USD an hour for each unit of CPU more. */
  pricePerCpu: number
}

/** What its processes cost beyond the price, for the CPU that they use together. */
export const surplusCost = ({ surplus }: Tariff, cpuUsed: number): number =>
  surplus && cpuUsed > surplus.beyond ? (cpuUsed - surplus.beyond) * surplus.pricePerCpu : 0

/** What an instance costs whose processes use so much CPU together. */
export const hourlyCost = (tariff: Tariff, cpuUsed: number): number =>
  tariff.price + surplusCost(tariff, cpuUsed)

/** How much CPU may be used at no more than the price. */
export const usableInPrice = ({ surplus }: Tariff): number => surplus?.beyond ?? Infinity

/**
 * What an instance of a workload costs: its price, what is charged for any instance, and for each core beyond the baseline, of which the
 * overhead takes its share first.
 */
export function tariffOf(
  {
    pricePerHour,
    vcpu,
    baselineVcpu = vcpu,
    surplusPerVcpuHour = 0,
  }: Pick<WorkloadOffering, 'pricePerHour' | 'vcpu' | 'baselineVcpu' | 'surplusPerVcpuHour'>,
  { overhead, instancePerHour = 0 }: Pick<Workload, 'overhead' | 'instancePerHour'>,
): Tariff {
  const price = pricePerHour + instancePerHour
  if (surplusPerVcpuHour === 0 || baselineVcpu >= vcpu) return { price }
  const beyond = baselineVcpu - overhead.cpu
  const pricePerCpu = surplusPerVcpuHour / cpuUnitsOf(1)
  return {
    price: price + Math.max(0, -beyond) * surplusPerVcpuHour,
    surplus: { beyond: Math.round(cpuUnitsOf(Math.max(0, beyond))), pricePerCpu },
  }
}

/** Whether the one costs no more than the other for whatever is used up to so much; as costs are straight lines between these amounts, there is no need to look elsewhere. */
export const isNeverDearer = (one: Tariff, other: Tariff, mostUsed: number): boolean =>
  [0, mostUsed, usableInPrice(other), usableInPrice(one)].every((cpu) => {
    const cpuUsed = Math.min(cpu, mostUsed)
    return hourlyCost(one, cpuUsed) <= hourlyCost(other, cpuUsed)
  })
