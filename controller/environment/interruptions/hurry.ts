import type { EnvironmentStatus } from '../../../core/resources/environment'
import type { Limits } from '../policy'

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
      takenBackEpoch - now < lastSpotSeconds * 1000 &&
      processes.some((process) => process.clientToken === clientToken),
  )
