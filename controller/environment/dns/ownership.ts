import type { DnsRecordStatus } from '../../../core/resources/environment'
import type { AliasTarget, ZoneRecord } from '../../cloud/cloud'
import { isAddressOf } from '../workload/balancer-names'

type Named = Pick<DnsRecordStatus, 'applicationId' | 'port'>

export const isSameTarget = (a: AliasTarget | undefined, b: AliasTarget | undefined): boolean =>
  a?.dnsName === b?.dnsName && a?.zoneId === b?.zoneId

/** The record that is an address, or rules one out at the same name. What else a name may have, such as SOA, NS, MX and TXT, rules out none. */
export const addressAmong = (records: ZoneRecord[]): ZoneRecord | undefined =>
  records.find(({ type }) => type === 'A' || type === 'CNAME') ?? records.find(({ type }) => type === 'AAAA')

/** Whether a record leads to a load balancer of this environment's, present or past: their names are nobody else's. */
export const isOurs = (environment: string, named: Named, { type, alias }: ZoneRecord): boolean =>
  type === 'A' &&
  alias !== undefined &&
  isAddressOf(environment, { applicationId: named.applicationId, port: named.port }, alias.dnsName)
