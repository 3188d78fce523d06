import { randomUUID } from 'node:crypto'
import type { HostedZoneStatus } from '../../core/resources/hosted-zone'
import type { AwsAccount } from '../../db/models/aws-account'
import type { Environment } from '../../db/models/environment'
import { HostedZone, HostedZoneLink } from '../../db/models/hosted-zone'

export const buildZoneId = (): string => `Z${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`

/** As the controller leaves a zone to which DNS leads. */
export const buildZoneStatus = (changes: Partial<HostedZoneStatus> = {}): HostedZoneStatus => ({
  observedGeneration: 1,
  phase: 'HEALTHY',
  message: 'DNS leads to the zone.',
  conditions: [],
  zone: { name: 'example.com', nameServers: ['ns-1.awsdns-01.com'], readEpoch: 0 },
  ...changes,
})

/** A zone that can be linked. */
export const buildHostedZone = (
  account: AwsAccount,
  changes: Partial<HostedZoneStatus> = {},
): Promise<HostedZone> => {
  const status = buildZoneStatus(changes)
  return HostedZone.create({
    id: randomUUID(),
    teamId: account.teamId,
    awsAccountId: account.id,
    awsId: buildZoneId(),
    state: status.phase,
    status,
  })
}

export const linkZone = (
  environment: Environment,
  zone: HostedZone,
  subdomain = '',
): Promise<HostedZoneLink> =>
  HostedZoneLink.create({ environmentId: environment.id, hostedZoneId: zone.id, subdomain })
