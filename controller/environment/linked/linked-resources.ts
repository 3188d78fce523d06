import type { AwsAccount } from '../../../core/resources/aws-account'
import type { Environment } from '../../../core/resources/environment'
import type { ResourceStore } from '../../store/store'
import { readLinkedNetworks, type LinkedNetwork } from './linked-networks'
import { readLinkedZones, type LinkedZone } from './linked-zones'

/** The resources that an environment is linked with, as they are when a pass begins. */
export interface LinkedResources {
  /** The account that holds it; absent while that is not linked. */
  readonly awsAccount: AwsAccount | undefined
  readonly zones: ReadonlyMap<string, LinkedZone>
  readonly networks: ReadonlyMap<string, LinkedNetwork>
}

export const readLinkedResources = async (
  environment: Environment,
  store: ResourceStore,
): Promise<LinkedResources> => ({
  awsAccount: await store.get('AwsAccount', environment.spec.awsAccount),
  zones: await readLinkedZones(environment, store),
  networks: await readLinkedNetworks(environment, store),
})
