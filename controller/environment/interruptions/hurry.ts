import type { EnvironmentStatus, InstanceStatus } from '../../../core/resources/environment'
import type { Limits } from '../policy'

/** On-demand takes its time as well, and not always the same. */
const margin = 1.25

/** How long agents took to come up in this environment, the slowest of those that are known. */
const usualBootSeconds = (instances: InstanceStatus[]): number =>
  Math.max(0, ...instances.map(({ boot }) => boot?.agent ?? 0))

type Fleet = Pick<EnvironmentStatus, 'instances' | 'processes'>

/** Instances that AWS takes back while something is still on them. */
export const beingTaken = ({ instances, processes }: Fleet) =>
  instances.flatMap(({ phase, takenBackEpoch, clientToken }) =>
    phase === 'Draining' &&
    takenBackEpoch !== undefined &&
    processes.some((process) => process.clientToken === clientToken)
      ? [{ takenBackEpoch }]
      : [],
  )

type HurryLimits = Pick<Limits, 'lastSpotSeconds' | 'admissionSeconds'>

/** How long before AWS takes an instance back on-demand has to be launched, to serve in time as a rule. */
export function replacementSeconds(
  instances: InstanceStatus[],
  { lastSpotSeconds, admissionSeconds }: HurryLimits,
): number {
  const usual = usualBootSeconds(instances)
  return Math.max(lastSpotSeconds, usual > 0 ? usual * margin + admissionSeconds : 0)
}

/** Whether AWS takes an instance back so soon that another Spot instance would most likely not serve in time. */
export function isTooLateForSpot(fleet: Fleet, now: number, limits: HurryLimits): boolean {
  const neededMs = replacementSeconds(fleet.instances, limits) * 1000
  return beingTaken(fleet).some(({ takenBackEpoch }) => takenBackEpoch - now < neededMs)
}
