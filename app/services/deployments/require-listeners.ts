import { DomainError } from '../../../core/errors'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { Environment } from '../../../db/models/environment'
import { deploymentMessages } from '../../messages/deployment-messages'
import { numPortsOf } from './price-difference'

/** How many listeners AWS gives a load balancer, one for each exposed port; https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-limits.html. */
const mostSharedPorts = 50

/**
 * Says beforehand that the one load balancer of an environment has no room for all ports that are to be exposed there.
 *
 * @param applications that are to run there
 * @throws DomainError `conflict`
 */
export function requireListeners(
  { loadBalancing }: Pick<Environment, 'loadBalancing'>,
  applications: Pick<ApplicationSpec, 'ports'>[],
): void {
  const ports = numPortsOf(applications)
  if (loadBalancing === 'SHARED' && ports > mostSharedPorts)
    throw new DomainError('conflict', deploymentMessages.tooManyShared({ ports, most: mostSharedPorts }))
}
