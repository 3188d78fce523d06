import { domainToASCII } from 'node:url'
import { plainName } from '../../core/dns/dns-names'
import type { ZoneRecord } from '../../controller/cloud/cloud'
import type { Random } from '../ids'
import type { AccountState, HostedZoneState, WorldState } from '../state'
import { ownerTag, ownerValue, validationTtlSeconds, type Tags } from '../../core/aws/ownership'

/** The owner's input for a new zone. */
export interface NewZone {
  name: string
  isPrivate?: boolean
}

/** @throws Error for what is no domain name */
function requireDomainName(name: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(name)
  const plain = plainName(isPlain ? name.trim() : domainToASCII(name.trim()))
  const labels = plain.split('.')
  const isName =
    plain.length <= 253 && labels.every((label) => /^[a-z0-9_*]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  if (!isName) throw new Error(`${name} is not a domain name.`)
  return plain
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const pick = (random: Random, below: number) => Math.floor(random() * below)

/** Makes a zone. The parent delegates to it, unless to another zone of that name already, or it is private. */
export function addHostedZone(
  { accounts }: WorldState,
  account: AccountState,
  random: Random,
  { name, isPrivate = false }: NewZone,
): HostedZoneState {
  const plain = requireDomainName(name)
  const id = `Z${Array.from({ length: 20 }, () => letters[pick(random, letters.length)]).join('')}`
  const nameServers = ['com', 'net', 'org', 'co.uk']
    .map((domain) => `ns-${pick(random, 2048)}.awsdns-${String(pick(random, 64)).padStart(2, '0')}.${domain}`)
    .sort()
  const zone: HostedZoneState = {
    id,
    name: plain,
    isPrivate,
    nameServers,
    isDelegated:
      !isPrivate && !listZones(accounts).some((other) => other.name === plain && other.isDelegated),
    records: [],
  }
  account.hostedZones[id] = zone
  return zone
}

/** Has the parent delegate to a zone, or to none any more: at most one zone of a name is delegated to. @throws Error */
export function setDelegation({ accounts }: WorldState, zone: HostedZoneState, isDelegated: boolean): void {
  if (isDelegated && zone.isPrivate) throw new Error('Nobody can delegate a name to a private zone.')
  if (isDelegated)
    for (const other of listZones(accounts)) if (other.name === zone.name) other.isDelegated = false
  zone.isDelegated = isDelegated
}

export const listZones = (accounts: Record<string, AccountState>): HostedZoneState[] =>
  Object.values(accounts).flatMap(({ hostedZones }) => Object.values(hostedZones))

/** Everything in a zone, with what every zone says of itself. */
export const recordsOf = ({ name, nameServers, records }: HostedZoneState): ZoneRecord[] => [
  { name, type: 'NS', values: nameServers.map((server) => `${server}.`) },
  {
    name,
    type: 'SOA',
    values: [`${nameServers[0]}. awsdns-hostmaster.amazon.com. 1 7200 900 1209600 86400`],
  },
  ...records,
]

/** Seconds that the console of AWS suggests. */
const usualTtl = 300

/** A record of the customer's own, in the place of any of this name and type. @throws Error */
export function putRecord(zone: HostedZoneState, name: string, type: string, value: string): void {
  const plain = requireDomainName(name)
  if (!isWithin(plain, zone.name)) throw new Error(`${plain} is not in the zone ${zone.name}.`)
  zone.records = [
    ...zone.records.filter((record) => record.name !== plain || record.type !== type),
    { name: plain, type, values: [value], ttl: usualTtl },
  ]
}

export const isWithin = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`)

/** A record has no tags: ours are known by the load balancer to which they lead, or by how long they may be remembered. */
export const ownerOf = ({ type, alias, name, ttl }: ZoneRecord): Tags =>
  (alias && /^sdo-[0-9a-f]{24}-/.test(alias.dnsName)) ||
  (type === 'CNAME' && name.startsWith('_') && ttl === validationTtlSeconds)
    ? { [ownerTag]: ownerValue }
    : {}
