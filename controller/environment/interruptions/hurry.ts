import type { EnvironmentStatus, InstanceStatus } from '../../../core/resources/environment'
import type { Limits } from '../policy'

/** On-demand takes its time as well, and not always the same. */
const margin = 1.25

/** How long agents took to come up in this environment, the slowest of those that are known. */
const usualBootSeconds = (instances: InstanceStatus[]): number =>
  Math.max(0, ...instances.map(({ boot }) => boot?.agent ?? 0))

/** Whether AWS takes an instance back so soon that another Spot instance would most likely not be up in time. */
export const isTooLateForSpot = (
  { instances, processes }: Pick<EnvironmentStatus, 'instances' | 'processes'>,
  now: number,
  { lastSpotSeconds }: Pick<Limits, 'lastSpotSeconds'>,
): boolean =>
  instances.some(
    ({ phase, takenBackEpoch, clientToken }) =>
      phase === 'Draining' &&
      takenBackEpoch !== undefined &&
      takenBackEpoch - now < Math.max(lastSpotSeconds, usualBootSeconds(instances) * margin) * 1000 &&
      processes.some((process) => process.clientToken === clientToken),
  )
