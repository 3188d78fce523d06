import type { AwsAccount } from '../../../core/resources/aws-account'
import type { HostedZone } from '../../../core/resources/hosted-zone'
import type { ResourceStore } from '../../store/store'
import type { ZoneAddress } from '../../zone-records/zone-records'
import type { Pass } from '../pass'

/** A zone in which the environment has names, or will. */
export interface LinkedZone {
  /** Name of the resource. */
  name: string
  /** As DNS has it; absent until it was read. */
  zoneName: string | undefined
  address: ZoneAddress
  account: Pick<AwsAccount['spec'], 'displayName' | 'accountNumber'>
  /** Why no environment can be linked to it now; absent where one can. */
  obstacle: string | undefined
}

const zonesByPass = new WeakMap<Pass, Promise<ReadonlyMap<string, LinkedZone>>>()

/**
 * Zones of the links, records and certificates of the environment, by name of their resource; one that is not there is left out. Read once
 * in a pass.
 */
export function readLinkedZones(pass: Pass): Promise<ReadonlyMap<string, LinkedZone>> {
  const zones = zonesByPass.get(pass) ?? readZones(pass)
  zonesByPass.set(pass, zones)
  return zones
}

async function readZones(pass: Pass): Promise<ReadonlyMap<string, LinkedZone>> {
  const { environment, stored, dependencies } = pass
  const names = [
    ...(environment.spec.hostedZoneLinks ?? []).map(({ hostedZone }) => hostedZone),
    ...(stored?.dns?.records ?? []).map(({ hostedZone }) => hostedZone),
    ...(stored?.certificates ?? []).map(({ hostedZone }) => hostedZone),
  ]
  const zones = new Map<string, LinkedZone>()
  for (const name of new Set(names)) {
    const zone = await readLinkedZone(name, dependencies.store)
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
  status?.phase === 'HEALTHY' ? undefined : status?.message || 'The hosted zone has yet to be looked at.'
