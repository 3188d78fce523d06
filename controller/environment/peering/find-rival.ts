import { findOverlap } from '../../../core/aws/cidr'
import type { PeeringStatus } from '../../../core/resources/environment'
import type { Pass } from '../pass'

interface Rival {
  /** Of the resource, and as people know it. */
  name: string
  displayName: string
  ownRange: string
}

/** Another environment that is connected with the network, or about to be, and has addresses of the range as well. */
export async function findRival(
  { environment, dependencies: { store } }: Pass,
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
