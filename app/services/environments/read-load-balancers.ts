import { isWildcard } from '../../../core/dns/dns-names'
import type { DnsStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { leadingBalancers } from '../../../core/resources/leading-balancers'
import { Application } from '../../../db/models/application'
import type { Environment } from '../../../db/models/environment'
import { byText } from '../answers/lists'
import type { EnvironmentResources } from './resource-views'
import { httpsOfNames } from './https-of-names'

/**
 * The load balancers of an environment that have an address, by application and port. While others come or go, it tells those that people
 * are to be sent to: the new ones minutes before the former ones end.
 */
export async function readLoadBalancers({
  status,
}: Environment): Promise<EnvironmentResources['loadBalancers']> {
  const loadBalancers = status ? leadingBalancers(status) : []
  const applications = await Application.findAll({
    where: { id: loadBalancers.map(({ applicationId }) => applicationId) },
  })
  const nameById = new Map(applications.map(({ id, name }) => [id, name]))
  return loadBalancers
    .flatMap(({ applicationId, port, url, https, listenerPort }) => {
      if (url === undefined) return []
      const httpsUrl = https?.phase === 'Open' ? https.url : undefined
      const base = httpsUrl ?? (listenerPort === undefined ? url : sharedBaseOf(loadBalancers))
      const namedUrls = namedUrlsOf(status?.dns, { applicationId, port, url: base })
      // No certificate fits the name that AWS gave the load balancer.
      const ownUrl = httpsUrl ? (namedUrls[0] ?? url) : url
      const names = httpsOfNames(status ?? {}, { applicationId, port, https })
      const isWildcardAlone =
        listenerPort === undefined &&
        httpsUrl !== undefined &&
        namedUrls.length === 0 &&
        names.some(isNamedByStar)
      return [
        {
          applicationId,
          applicationName: nameById.get(applicationId) ?? applicationId,
          port,
          url: ownUrl,
          urls: isWildcardAlone ? [] : [...new Set([...namedUrls, ownUrl])],
          namedUrls,
          names,
        },
      ]
    })
    .sort((a, b) => byApplicationName(a, b) || a.port - b.port)
}

/** Names of the shared load balancer are answered at its usual port, whichever the port of its own has. */
const sharedBaseOf = (loadBalancers: Pick<LoadBalancerStatus, 'listenerPort' | 'url'>[]): string =>
  loadBalancers.find(({ listenerPort }) => listenerPort === usualPort)?.url ?? 'http://shared'
const usualPort = 80

const isNamedByStar = ({ name }: { name: string }) => isWildcard(name)

/** The names with a star among those of load balancers, to be spread where views have them. */
export function wildcardsAmong(
  loadBalancers: Pick<EnvironmentResources['loadBalancers'][number], 'names'>[],
): { wildcards?: string[] } {
  const wildcards = loadBalancers.flatMap(({ names }) => names.map(({ name }) => name)).filter(isWildcard)
  return wildcards.length > 0 ? { wildcards } : {}
}

/** The address of a load balancer with each of its names in the place of its own. A wildcard is no address. */
function namedUrlsOf(
  dns: DnsStatus | undefined,
  { applicationId, port, url }: { applicationId: string; port: number; url: string },
): string[] {
  return (dns?.records ?? [])
    .filter(
      (one) =>
        one.applicationId === applicationId &&
        one.port === port &&
        one.phase === 'Present' &&
        !isWildcard(one.name),
    )
    .map(({ name }) => url.replace(/^(https?):\/\/[^/:]+/, `$1://${name}`))
    .sort()
}

const byApplicationName = byText((row: { applicationName: string }) => row.applicationName)
