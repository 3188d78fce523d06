import { nameOfPort } from '../../../core/application/exposed-port'
import type { HostedZoneLink, LoadBalancerStatus } from '../../../core/resources/environment'
import type { AliasTarget } from '../../cloud/cloud'
import { isSamePort, type ExposedPort } from '../workload/exposed-ports'
import type { Goal } from '../workload/goal'
import type { LinkedZone } from '../linked/linked-zones'

/** A name that is to lead to the load balancer of a port. */
export interface WantedName extends ExposedPort {
  /** Name of the HostedZone resource. */
  hostedZone: string
  name: string
  /** Absent until there is a load balancer. */
  target: AliasTarget | undefined
  /** The link that asks for it. */
  order: number
}

/** DNS has no longer names. */
const longestName = 253

/** What names of a link end in. */
export const endOf = (subdomain: string | undefined, zoneName: string): string =>
  subdomain ? `${subdomain}.${zoneName}` : zoneName

/**
 * The names of all exposed ports with a subdomain: `api.staging.example.com` for the port's `api`, the environment's `staging` and the
 * zone `example.com`; for `@` what the others end in, for `*` all others. Where two ports ask for one name, the first has it.
 */
export function wantedNames(
  { wanted, fallback }: Goal,
  links: HostedZoneLink[],
  zones: ReadonlyMap<string, LinkedZone>,
  /** The load balancers that names lead to. */
  loadBalancers: LoadBalancerStatus[],
): WantedName[] {
  const names = new Map<string, WantedName>()
  for (const { order, hostedZone, subdomain } of links)
    for (const { application } of [...wanted, ...fallback])
      for (const port of application.ports) {
        const zoneName = zones.get(hostedZone)?.zoneName
        if (!port.subdomain || !zoneName) continue
        const name = nameOfPort(port.subdomain, endOf(subdomain, zoneName))
        const exposed = { applicationId: application.applicationId, port: port.port }
        const target = loadBalancers.find((one) => isSamePort(one, exposed))?.alias
        const key = `${hostedZone}/${name}`
        if (name.length <= longestName && !names.has(key))
          names.set(key, { ...exposed, hostedZone, name, target, order })
      }
  return [...names.values()]
}
