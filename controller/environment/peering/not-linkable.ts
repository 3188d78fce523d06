import type { PeeringStatus } from '../../../core/resources/environment'
import type { LinkedNetwork } from '../linked/linked-networks'

/**
 * Why nothing can be connected with a network now, for people; undefined if it can. What led into a VPC that is gone leads nowhere: its
 * connection goes.
 */
export function whyNotLinkable(
  linked: LinkedNetwork | undefined,
  present: PeeringStatus | undefined,
): string | undefined {
  if (!linked) return 'A linked network is not associated any more.'
  const { spec, status } = linked.network
  const ranges = status?.vpc?.cidrs ?? []
  if (status?.phase === 'HEALTHY' && ranges.length > 0) return undefined
  if (present && status?.phase === 'INITIAL_SETUP_FAILURE') present.phase = 'Removing'
  return `${spec.vpcId} cannot be connected. ${status?.message || 'The network has yet to be looked at.'}`
}
