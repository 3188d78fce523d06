import { findOverlap } from '../../../core/aws/cidr'
import type { Environment, PeeringStatus } from '../../../core/resources/environment'
import type { ResourceStore } from '../../store/store'

interface Asking {
  environment: Environment
  dependencies: { store: Pick<ResourceStore, 'list'> }
}

interface Rival {
  /** Of the resource, and as people know it. */
  name: string
  displayName: string
  ownRange: string
}

/** Another environment that is connected with the network, or about to be, and has addresses of the range as well. */
export async function findRival(
  { environment, dependencies: { store } }: Asking,
  { network, ownRange }: Pick<PeeringStatus, 'network' | 'ownRange'>,
): Promise<Rival | undefined> {
  for (const { metadata, spec, status } of await store.list('Environment')) {
    if (metadata.name === environment.metadata.name) continue
    const theirs = status?.peerings?.find(
      (peering) => peering.network === network && findOverlap([ownRange], [peering.ownRange]),
    )
    if (theirs) return { name: metadata.name, displayName: spec.displayName, ownRange: theirs.ownRange }
  }
  return undefined
}
