import type { AvailabilityZone, Offering } from '../../cloud/cloud'

/**
 * The zones for the subnets of a network, best first: those where it has subnets stay, then those that offer the most types. Of equal ones
 * the lower id counts: names are dealt anew in each account, so that the first name is no particular place.
 *
 * @param present names of the zones where it has subnets
 */
export function chooseZones(
  zones: AvailabilityZone[],
  offerings: Pick<Offering, 'instanceType' | 'zone'>[],
  present: string[],
  count: number,
): AvailabilityZone[] {
  const typesIn = new Map<string, Set<string>>()
  for (const { instanceType, zone } of offerings)
    typesIn.set(zone, (typesIn.get(zone) ?? new Set()).add(instanceType))
  const rankOf = ({ name }: AvailabilityZone) =>
    present.includes(name) ? Infinity : (typesIn.get(name)?.size ?? 0)
  return zones
    .map((zone) => ({ zone, rank: rankOf(zone) }))
    .sort((a, b) => (a.rank === b.rank ? (a.zone.id < b.zone.id ? -1 : 1) : b.rank - a.rank))
    .slice(0, count)
    .map(({ zone }) => zone)
}
