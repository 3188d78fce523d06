import type { ConfigSpec } from './config/columns'
import { defaultTargetCpu } from './config/fields'
import type { ScalingMeasure } from './scaling-measures'

/** Of each measure that counts, what a process should have of it: a share of what it asks for, above 0 and below 1, or requests in a minute. */
type ScalingTargets = Partial<Record<ScalingMeasure, number>>

/** Between which numbers an application is scaled, and by what. */
export interface ScalingBounds {
  /** At least 1. */
  min: number
  /** More than `min`. */
  max: number
  /** At least one. */
  targets: ScalingTargets
}

type Fields =
  'count' | 'maxProcesses' | 'targetCpu' | 'targetMemory' | 'targetRequests' | 'ports' | 'schedule'
/** Of a resource or a row: what nobody typed is absent or null. */
type Numbers = { [Name in Fields]?: ConfigSpec[Name] | null } & Pick<ConfigSpec, 'count'>

/**
 * How an application is scaled; undefined where its number stays. One that is to have no processes is not started by its use.
 *
 * @param scheduled how many its schedule wants
 */
export function scalingBoundsOf(
  { count, maxProcesses, ...typed }: Omit<Numbers, 'schedule'>,
  scheduled = 0,
): ScalingBounds | undefined {
  const [min, max] = [Math.max(count, scheduled), maxProcesses ?? 0]
  return min > 0 && max > min ? { min, max, targets: targetsOf(typed) } : undefined
}

/**
 * CPU counts by default where nobody typed a target, and not where somebody typed one of something else alone. Requests are those of exposed ports: an
 * environment may have a target of them for an application that exposes none any more.
 */
function targetsOf({ targetCpu, targetMemory, targetRequests, ports }: Partial<Numbers>): ScalingTargets {
  const requests = ports?.length ? targetRequests : undefined
  const cpu = targetCpu ?? (targetMemory || requests ? undefined : defaultTargetCpu)
  return {
    ...(cpu && { cpu: cpu / 100 }),
    ...(targetMemory && { memory: targetMemory / 100 }),
    ...(requests && { requests }),
  }
}

/** How many processes of an application there can be, by what was asked for. */
export function mostProcessesOf(asked: Numbers): number {
  const scheduled = mostScheduled(asked.schedule)
  return scalingBoundsOf(asked, scheduled)?.max ?? Math.max(asked.count, scheduled)
}

/** How many a schedule wants at the time at which it wants most; 0 without one. */
export const mostScheduled = (schedule: Numbers['schedule']): number =>
  Math.max(0, ...(schedule ?? []).map(({ processes }) => processes))
