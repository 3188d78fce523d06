import type { EnvironmentStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { CloudError, httpPort, httpsPort, type Network } from '../../cloud/cloud'
import { listenerRule } from '../policy'

/** The ports at which a load balancer answers, or did before its HTTPS went. */
export const listenerPortsOf = ({ https, ...entry }: Listening): number[] => [
  ...new Set(https ? [...plainPortsOf(entry), httpPort, httpsPort] : plainPortsOf(entry)),
]

type Listening = Pick<LoadBalancerStatus, 'port' | 'listenerPort' | 'hosts' | 'https'>

/** Names of the shared load balancer are answered at the usual port. */
const plainPortsOf = ({ hosts = [], ...entry }: Listening): number[] =>
  hosts.length > 0 ? [ownPortOf(entry), httpPort] : [ownPortOf(entry)]

const ownPortOf = ({ port, listenerPort = port }: Listening): number => listenerPort

/** Ports that are open for as long as the load balancer is as it is now. */
export const openPortsOf = (entry: LoadBalancerStatus): number[] =>
  entry.https?.phase === 'Open' ? listenerPortsOf(entry) : plainPortsOf(entry)

/** Closes the ports that no remaining load balancer answers at. All of them share one security group. */
export async function closePorts(
  ports: number[],
  left: LoadBalancerStatus[],
  { loadBalancerSecurityGroupId }: EnvironmentStatus['network'],
  api: Pick<Network, 'revokeIngress'>,
): Promise<void> {
  const needed = new Set(left.flatMap(listenerPortsOf))
  const rules = [...new Set(ports)].filter((port) => !needed.has(port)).map(listenerRule)
  if (rules.length === 0 || !loadBalancerSecurityGroupId) return
  try {
    await api.revokeIngress(loadBalancerSecurityGroupId, rules)
  } catch (error) {
    // A role of a template before this one may not. The rule leads to nothing and goes with its group.
    if (!(error instanceof CloudError) || error.kind !== 'access-denied') throw error
  }
}
