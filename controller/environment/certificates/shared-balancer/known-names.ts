import type { HostedZoneLink, LoadBalancerStatus } from '../../../../core/resources/environment'
import { isShared } from '../../../../core/resources/leading-balancers'
import { wantedNames } from '../../dns/wanted-names'
import type { ExposedPort } from '../../workload/exposed-ports'
import { isOfSlot } from '../../workload/listener-ports'
import type { CertificatesWork } from '../certificate-work'

/** The port that each name is for, behind shared load balancers. */
export type Named = ReadonlyMap<string, ExposedPort>

/**
 * The names that shared load balancers are to know: those that are wanted, those that still lead somewhere, and those that people may
 * remember. Where versions of the environment disagree, the one that is to run counts.
 */
export function sharedNames(work: CertificatesWork, links: HostedZoneLink[]): Named {
  const { pass, draft } = work
  const { loadBalancers, dns } = draft.status
  const shared = loadBalancers.filter(isShared)
  const isBehind = (named: ExposedPort) => shared.some((entry) => isOfSlot(named, entry, shared))
  const named = new Map<string, ExposedPort>()
  const add = (name: string, { applicationId, port }: ExposedPort) => {
    if (isBehind({ applicationId, port })) named.set(name, { applicationId, port })
  }
  const isRemembered = ({ unneededEpoch }: { unneededEpoch?: number }) =>
    unneededEpoch === undefined || !pass.hasPassed(pass.limits.formerNamesSeconds, unneededEpoch)
  for (const entry of shared)
    for (const host of entry.hosts ?? []) if (isRemembered(host)) add(host.name, entry)
  for (const record of dns?.records ?? []) if (record.phase !== 'Taken') add(record.name, record)
  for (const wanted of wantedNames(pass.goal, links, pass.linked.zones, [])) add(wanted.name, wanted)
  return named
}

/** The names of an entry and of those that have its listener, sorted. */
export const namesOf = (
  entry: LoadBalancerStatus,
  loadBalancers: LoadBalancerStatus[],
  named: Named,
): string[] =>
  [...named]
    .filter(([, port]) => isOfSlot(port, entry, loadBalancers))
    .map(([name]) => name)
    .sort()

/** Notes since when nothing leads by a name. */
export function noteUnneeded(work: CertificatesWork, links: HostedZoneLink[]): void {
  const { pass, draft } = work
  const { loadBalancers, dns } = draft.status
  const needed = new Set([
    ...(dns?.records ?? []).map(({ name }) => name),
    ...wantedNames(pass.goal, links, pass.linked.zones, []).map(({ name }) => name),
  ])
  for (const { hosts = [] } of loadBalancers)
    for (const host of hosts)
      if (needed.has(host.name)) delete host.unneededEpoch
      else host.unneededEpoch ??= pass.stamp
}
