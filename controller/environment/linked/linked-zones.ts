import type { AwsAccount } from '../../../core/resources/aws-account'
import type { Environment } from '../../../core/resources/environment'
import type { HostedZone } from '../../../core/resources/hosted-zone'
import type { ResourceStore } from '../../store/store'
import type { ZoneAddress } from '../../zone-records/zone-records'

/** A zone in which the environment has names, or will. */
export interface LinkedZone {
  /** Name of the resource. */
  name: string
  /** The zone's name in DNS; absent until it was read. */
  zoneName: string | undefined
  address: ZoneAddress
  account: Pick<AwsAccount['spec'], 'displayName' | 'accountNumber'>
  /** Why no environment can be linked to it now; absent where one can. */
  obstacle: string | undefined
}

/** Zones of the links, records and certificates of an environment, by name of their resource; one that is not there is left out. */
export async function readLinkedZones(
  { spec, status }: Environment,
  store: ResourceStore,
): Promise<ReadonlyMap<string, LinkedZone>> {
  const names = [
    ...(spec.hostedZoneLinks ?? []).map(({ hostedZone }) => hostedZone),
    ...(status?.dns?.records ?? []).map(({ hostedZone }) => hostedZone),
    ...(status?.certificates ?? []).map(({ hostedZone }) => hostedZone),
  ]
  const zones = new Map<string, LinkedZone>()
  for (const name of new Set(names)) {
    const zone = await readLinkedZone(name, store)
    if (zone) zones.set(name, zone)
  }
  return zones
}

async function readLinkedZone(name: string, store: ResourceStore): Promise<LinkedZone | undefined> {
  const hostedZone = await store.get('HostedZone', name)
  const awsAccount = hostedZone && (await store.get('AwsAccount', hostedZone.spec.awsAccount))
  if (!awsAccount) return undefined
  const { accountNumber, externalId, displayName } = awsAccount.spec
  return {
    name,
    zoneName: hostedZone.status?.zone?.name,
    address: { access: { accountNumber, externalId }, zoneId: hostedZone.spec.zoneId },
    account: { displayName, accountNumber },
    obstacle: obstacleOf(hostedZone),
  }
}

const obstacleOf = ({ status }: HostedZone): string | undefined =>
  status?.phase === 'HEALTHY' ? undefined : status?.message || 'SDO has not checked the hosted zone yet.'
