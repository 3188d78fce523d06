import { DomainError } from '../../../core/errors'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { Environment } from '../../../db/models/environment'
import { HostedZoneLink } from '../../../db/models/hosted-zone'
import { deploymentMessages } from '../../messages/deployment-messages'
import { requireListeners } from '../deployments/require-listeners'

/**
 * Says before an environment gets one load balancer for all of its ports what could only fail that.
 *
 * @param applications that are to run there
 * @throws DomainError `conflict`
 */
export async function requireSharable(
  { id, status }: Environment,
  applications: Pick<ApplicationSpec, 'ports'>[],
): Promise<void> {
  const links = await HostedZoneLink.count({ where: { environmentId: id } })
  if (links > 0 || status?.dns) throw new DomainError('conflict', deploymentMessages.sharedHasNoNames)
  requireListeners({ loadBalancing: 'SHARED' }, applications)
}
