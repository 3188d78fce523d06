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

/** Whether AWS takes an instance back so soon that another Spot instance would most likely not be up in time. */
export function isTooLateForSpot(
  fleet: Fleet,
  now: number,
  { lastSpotSeconds }: Pick<Limits, 'lastSpotSeconds'>,
): boolean {
  const neededSeconds = Math.max(lastSpotSeconds, usualBootSeconds(fleet.instances) * margin)
  return beingTaken(fleet).some(({ takenBackEpoch }) => takenBackEpoch - now < neededSeconds * 1000)
}
