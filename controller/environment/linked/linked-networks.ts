import type { AwsAccount } from '../../../core/resources/aws-account'
import type { Environment } from '../../../core/resources/environment'
import type { ExternalNetwork } from '../../../core/resources/external-network'
import type { ResourceStore } from '../../store/store'

/** A network with which the environment is to be connected. */
export interface LinkedNetwork {
  network: ExternalNetwork
  awsAccount: AwsAccount
}

/** Networks of the links of an environment, by name of their resource; one that is not there is left out. */
export async function readLinkedNetworks(
  { spec }: Environment,
  store: ResourceStore,
): Promise<ReadonlyMap<string, LinkedNetwork>> {
  const networks = new Map<string, LinkedNetwork>()
  for (const name of spec.linkedNetworks ?? []) {
    const network = await store.get('ExternalNetwork', name)
    const awsAccount = network && (await store.get('AwsAccount', network.spec.awsAccount))
    if (awsAccount) networks.set(name, { network, awsAccount })
  }
  return networks
}
