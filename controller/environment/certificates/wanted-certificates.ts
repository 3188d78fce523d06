import { wildcardOf } from '../../../core/dns/dns-names'
import type { EnvironmentStatus, HostedZoneLink } from '../../../core/resources/environment'
import { endOf, wantedNames } from '../dns/wanted-names'
import { leadingBalancers } from '../workload/exposed-ports'
import type { CertificatesWork } from './certificate-work'

export interface WantedCertificate {
  hostedZone: string
  wildcard: string
  domainNames: string[]
}

/** Certificate Manager takes no first name that is longer; the others may have 253 characters. */
const longestFirstName = 64

/** Whether load balancers answer by names that they have to be told of, or did until now. */
export const isAnyNamed = ({ loadBalancers }: Pick<EnvironmentStatus, 'loadBalancers'>): boolean =>
  loadBalancers.some(({ https, hosts }) => https ?? hosts)

/** The links whose names are there or being made. */
export function heldLinks({ draft }: CertificatesWork, links: HostedZoneLink[]): HostedZoneLink[] {
  const { associated, inProgress } = draft.status.dns ?? {}
  return [associated, inProgress].flatMap((held) => links.find(({ order }) => order === held?.order) ?? [])
}

/**
 * One certificate for all names of a link that are one label before the same end, which stays while they come and go; one each for that end
 * itself and for the wildcards below. A link that never had names needs none.
 */
export function wantedCertificates(work: CertificatesWork, links: HostedZoneLink[]): WantedCertificate[] {
  const { pass, draft } = work
  return heldLinks(work, links).flatMap((link) => {
    const { hostedZone, subdomain } = link
    const zoneName = pass.linked.zones.get(hostedZone)?.zoneName
    if (!zoneName) return []
    const end = endOf(subdomain, zoneName)
    const shared = `*.${end}`
    const isBegun = draft.status.certificates?.some(
      (one) => one.hostedZone === hostedZone && one.wildcard === shared && one.phase !== 'Removing',
    )
    const names = wantedNames(pass.goal, [link], pass.linked.zones, leadingBalancers(draft.status))
    const covering = names.map(({ name }) => (name === end ? end : wildcardOf(name)))
    return [...new Set([...(isBegun ? [shared] : []), ...covering])].map((wildcard) => ({
      hostedZone,
      wildcard,
      domainNames: domainNamesOf(wildcard, zoneName),
    }))
  })
}

/** The name of the zone is shorter, and the same zone validates it. */
const domainNamesOf = (wildcard: string, zoneName: string): string[] =>
  wildcard.length <= longestFirstName || wildcard === zoneName ? [wildcard] : [zoneName, wildcard]
