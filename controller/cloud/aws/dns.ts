import {
  ChangeResourceRecordSetsCommand,
  GetChangeCommand,
  GetHostedZoneCommand,
  ListResourceRecordSetsCommand,
  type AliasTarget as AwsAliasTarget,
  type Change,
  type ListResourceRecordSetsResponse,
  type ResourceRecordSet,
  type Route53Client,
} from '@aws-sdk/client-route-53'
import { plainName } from '../../../core/dns/dns-names'
import { CloudError, isCname, type AliasTarget, type Dns, type RecordChange, type ZoneRecord } from '../cloud'
import { everyItem } from './bounded-answers'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'

/** Route 53. Changes CREATE or DELETE only: AWS refuses the one where something is, and the other of what is not exactly so. */
export const createDns = (clientsOf: ClientsOf): Dns => ({
  async getZone(id) {
    const { route53 } = await clientsOf()
    const { HostedZone, DelegationSet } = await route53.send(new GetHostedZoneCommand({ Id: id }))
    return {
      id,
      name: readName(requireAnswer(HostedZone?.Name, 'the name of a hosted zone')),
      isPrivate: HostedZone?.Config?.PrivateZone ?? false,
      nameServers: (DelegationSet?.NameServers ?? []).map(readName).sort(),
    }
  },

  async listRecords(zoneId) {
    const { route53 } = await clientsOf()
    const records = await everyItem(pagesOf(route53, zoneId), ({ ResourceRecordSets }) => ResourceRecordSets)
    return records.map(toRecord)
  },

  async changeRecords(zoneId, changes) {
    const { route53 } = await clientsOf()
    const { ChangeInfo } = await route53.send(
      new ChangeResourceRecordSetsCommand({
        HostedZoneId: zoneId,
        ChangeBatch: { Comment: 'SDO', Changes: changes.map(toChange) },
      }),
    )
    return requireAnswer(ChangeInfo?.Id, 'which change it made').replace(/^\/change\//, '')
  },

  async isInSync(changeId) {
    const { route53 } = await clientsOf()
    try {
      const { ChangeInfo } = await route53.send(new GetChangeCommand({ Id: changeId }))
      return ChangeInfo?.Status === 'INSYNC'
    } catch (error) {
      if (error instanceof CloudError && error.kind === 'not-found') return true
      throw error
    }
  },
})

/** The SDK has no paginator for this call: a page ends anywhere among the records of a name. */
async function* pagesOf(route53: Route53Client, zoneId: string) {
  let page: ListResourceRecordSetsResponse | undefined
  do {
    page = await route53.send(
      new ListResourceRecordSetsCommand({
        HostedZoneId: zoneId,
        StartRecordName: page?.NextRecordName,
        StartRecordType: page?.NextRecordType,
        StartRecordIdentifier: page?.NextRecordIdentifier,
      }),
    )
    yield page
  } while (page.IsTruncated)
}

/** Route 53 writes what is no letter, digit, hyphen, underscore or dot as `\052`. */
const readName = (name: string): string =>
  plainName(
    name.replace(/\\([0-7]{3})/g, (_escape, octal: string) => String.fromCharCode(parseInt(octal, 8))),
  )

const toAlias = ({ DNSName, HostedZoneId }: AwsAliasTarget): AliasTarget => ({
  // The console of AWS puts this before the name of a load balancer, which means the same.
  dnsName: readName(DNSName ?? '').replace(/^dualstack\./, ''),
  zoneId: HostedZoneId ?? '',
})

const toRecord = ({ Name, Type, TTL, ResourceRecords, AliasTarget }: ResourceRecordSet): ZoneRecord => ({
  name: readName(requireAnswer(Name, 'the name of a record')),
  type: requireAnswer(Type, 'the type of a record'),
  values: (ResourceRecords ?? []).flatMap(({ Value }) => Value ?? []),
  ...(TTL !== undefined && { ttl: TTL }),
  ...(AliasTarget && { alias: toAlias(AliasTarget) }),
})

const toChange = ({ action, record }: RecordChange): Change => ({
  Action: action === 'create' ? 'CREATE' : 'DELETE',
  ResourceRecordSet: isCname(record)
    ? { Name: record.name, Type: 'CNAME', TTL: record.ttl, ResourceRecords: [{ Value: `${record.value}.` }] }
    : {
        Name: record.name,
        Type: 'A',
        AliasTarget: {
          DNSName: record.target.dnsName,
          HostedZoneId: record.target.zoneId,
          EvaluateTargetHealth: false,
        },
      },
})
