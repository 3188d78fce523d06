import type { ConfigSpec } from './config/columns'
import { defaultTargetCpu } from './config/fields'

/** Between which numbers an application is scaled, and by what. */
export interface ScalingBounds {
  /** At least 1. */
  min: number
  /** More than `min`. */
  max: number
  /** Share of the CPU that its processes ask for, above 0 and below 1. */
  target: number
}

type Numbers = Pick<ConfigSpec, 'count' | 'maxProcesses' | 'targetCpu'>
type Scheduled = Numbers & Pick<ConfigSpec, 'schedule'>

/** How an application is scaled; undefined where its number stays. One that is to have no processes is not started by its use. */
export const scalingBoundsOf = ({
  count,
  maxProcesses = 0,
  targetCpu = defaultTargetCpu,
}: Numbers): ScalingBounds | undefined =>
  count > 0 && maxProcesses > count ? { min: count, max: maxProcesses, target: targetCpu / 100 } : undefined

/** How many processes of an application there can be, by what was asked for. */
export function mostProcessesOf({ schedule, ...numbers }: Scheduled): number {
  const count = Math.max(numbers.count, mostScheduled(schedule))
  return scalingBoundsOf({ ...numbers, count })?.max ?? count
}

/** How many a schedule wants at the time at which it wants most; 0 without one. */
export const mostScheduled = (schedule: Scheduled['schedule'] | null | undefined): number =>
  Math.max(0, ...(schedule ?? []).map(({ processes }) => processes))
