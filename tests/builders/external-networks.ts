import { randomUUID } from 'node:crypto'
import type { ExternalNetworkStatus } from '../../core/resources/external-network'
import type { AwsAccount } from '../../db/models/aws-account'
import type { Environment } from '../../db/models/environment'
import { ExternalNetwork, ExternalNetworkLink } from '../../db/models/external-network'

export const buildVpcId = (): string => `vpc-0${randomUUID().replaceAll('-', '').slice(0, 16)}`

/** A network that can be linked, as the controller leaves it. */
export const buildExternalNetwork = (
  account: AwsAccount,
  changes: Partial<ExternalNetworkStatus> = {},
): Promise<ExternalNetwork> => {
  const status: ExternalNetworkStatus = {
    observedGeneration: 1,
    phase: 'HEALTHY',
    message: 'The VPC is there, with 10.20.0.0/16.',
    conditions: [],
    vpc: { cidrs: ['10.20.0.0/16'], readEpoch: 0 },
    ...changes,
  }
  return ExternalNetwork.create({
    id: randomUUID(),
    teamId: account.teamId,
    awsAccountId: account.id,
    vpcId: buildVpcId(),
    region: 'us-east-1',
    state: status.phase,
    status,
  })
}

export const linkNetwork = (
  environment: Environment,
  network: ExternalNetwork,
): Promise<ExternalNetworkLink> =>
  ExternalNetworkLink.create({ environmentId: environment.id, externalNetworkId: network.id })
