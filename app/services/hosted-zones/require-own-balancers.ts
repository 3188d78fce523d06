import { DomainError } from '../../../core/errors'
import { leadingKind } from '../../../core/resources/leading-balancers'
import type { Environment } from '../../../db/models/environment'
import { deploymentMessages } from '../../messages/deployment-messages'

/**
 * Says before a zone is linked that the environment has one load balancer for all ports, or is still changing from it.
 *
 * @throws DomainError `conflict`
 */
export function requireOwnBalancers({ loadBalancing, status }: Environment): void {
  const isShared = loadBalancing === 'SHARED' || (status && leadingKind(status) === 'SHARED')
  if (isShared || status?.balancing?.next) throw new DomainError('conflict', deploymentMessages.zoneNeedsOwn)
}
