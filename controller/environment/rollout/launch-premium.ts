import type { InstanceStatus } from '../../../core/resources/environment'
import type { Limits } from '../policy'

/**
 * By what share of its cost a launched instance must be cheaper than what it stands in for: all of `share` until the fleet has rested for
 * `restSeconds` after its last launch, then the less the longer it rests, half of it after twice as long. So the less there is to save, the longer a fleet
 * stays as it is, and no saving is left for ever: given up between two launches is about what the launched instances cost in `share` × `restSeconds`.
 */
export function launchPremiumOf(
  { instances }: { instances: Pick<InstanceStatus, 'launchedEpoch'>[] },
  now: number,
  { share, restSeconds }: Limits['launchPremium'],
): number {
  const lastLaunchEpoch = Math.max(0, ...instances.map(({ launchedEpoch = now }) => launchedEpoch))
  return share / Math.max(1, (now - lastLaunchEpoch) / 1000 / restSeconds)
}
