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

/** What its processes cost beyond the price, for the CPU that they ask for together. */
export const surplusCost = ({ surplus }: Tariff, cpu: number): number =>
  surplus && cpu > surplus.beyond ? (cpu - surplus.beyond) * surplus.pricePerCpu : 0

/** What an instance costs whose processes ask for so much CPU together. */
export const hourlyCost = (tariff: Tariff, cpu: number): number => tariff.price + surplusCost(tariff, cpu)

/** How much CPU there is at no more than the price. */
export const cpuInPrice = ({ cpu, surplus }: Tariff & { cpu: number }): number => surplus?.beyond ?? cpu

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

/** Whether the one costs no more than the other whatever runs on them; as costs are straight lines between these amounts, there is no need to look elsewhere. */
export const isNeverDearer = (one: Tariff, other: Tariff & { cpu: number }): boolean =>
  [0, other.cpu, cpuInPrice(other), Math.min(other.cpu, one.surplus?.beyond ?? 0)].every(
    (cpu) => hourlyCost(one, cpu) <= hourlyCost(other, cpu),
  )
