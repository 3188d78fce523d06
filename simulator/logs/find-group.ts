import type { AccountState } from '../state'
import type { World } from '../world'

/** A log group, once calls find it. */
export function findGroup({ clock }: Pick<World, 'clock'>, { logGroups }: AccountState, name: string) {
  const group = logGroups[name]
  return group && (group.visibleEpoch ?? 0) <= clock.now() ? group : undefined
}
