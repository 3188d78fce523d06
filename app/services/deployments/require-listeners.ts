import { nameOfPort } from '../../../core/application/exposed-port'
import { wildcardOf } from '../../../core/dns/dns-names'
import { DomainError } from '../../../core/errors'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { Environment } from '../../../db/models/environment'
import { HostedZoneLink } from '../../../db/models/hosted-zone'
import { deploymentMessages } from '../../messages/deployment-messages'
import { numPortsOf } from './price-difference'

/**
 * How many ports one load balancer has room for; https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-limits.html.
 * AWS gives it 50 listeners, one for each port. With names, each port has two of its 100 rules as well, and wildcards need more while
 * names change.
 */
const mostPorts = { plain: 50, named: 40 }
/** AWS gives it 26 certificates; while one zone takes the place of another, those of both are shown. */
const mostCertificates = 13

/**
 * Says beforehand that the one load balancer of an environment has no room for all ports that are to be exposed there, or for their names.
 *
 * @param applications that are to run there
 * @param isToBeLinked whether a zone is about to be linked
 * @throws DomainError `conflict`
 */
export async function requireListeners(
  { id, loadBalancing, status }: Pick<Environment, 'id' | 'loadBalancing' | 'status'>,
  applications: Pick<ApplicationSpec, 'ports'>[],
  isToBeLinked = false,
): Promise<void> {
  if (loadBalancing !== 'SHARED') return
  const isNamed =
    isToBeLinked ||
    status?.dns !== undefined ||
    (await HostedZoneLink.count({ where: { environmentId: id } })) > 0
  const ports = numPortsOf(applications)
  const most = isNamed ? mostPorts.named : mostPorts.plain
  if (ports > most) throw new DomainError('conflict', deploymentMessages.tooManyShared({ ports, most }))
  const certificates = certificatesFor(applications)
  if (isNamed && certificates > mostCertificates)
    throw new DomainError(
      'conflict',
      deploymentMessages.tooManyCertificates({ certificates, most: mostCertificates }),
    )
}

/** How many certificates the names of ports in one zone need: one for all that are a label before the same end. */
function certificatesFor(applications: Pick<ApplicationSpec, 'ports'>[]): number {
  const end = 'zone.test'
  const names = applications
    .flatMap(({ ports }) => ports.flatMap(({ subdomain }) => subdomain || []))
    .map((subdomain) => nameOfPort(subdomain, end))
  return new Set(names.map((name) => (name === end ? end : wildcardOf(name)))).size
}
