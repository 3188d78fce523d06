import { findOverlap } from '../../../core/aws/cidr'
import type { Environment, PeeringStatus } from '../../../core/resources/environment'
import { listOfTeam } from '../../store/list-of-team'
import type { ResourceStore } from '../../store/store'

interface Asking {
  environment: Environment
  dependencies: { store: Pick<ResourceStore, 'list'> }
}

interface Rival {
  /** Name of the resource, and the one that people know. */
  name: string
  displayName: string
  ownRange: string
  phase: PeeringStatus['phase']
  /** Whether it asked for the connection already. */
  hasAsked: boolean
}

/** Another environment that is connected with the network, or about to be, and has addresses of the range as well. */
export async function findRival(
  { environment, dependencies: { store } }: Asking,
  { network, ownRange }: Pick<PeeringStatus, 'network' | 'ownRange'>,
): Promise<Rival | undefined> {
  for (const { metadata, spec, status } of await listOfTeam(store, 'Environment', environment)) {
    if (metadata.name === environment.metadata.name) continue
    const theirs = status?.peerings?.find(
      (peering) => peering.network === network && findOverlap([ownRange], [peering.ownRange]),
    )
    if (theirs)
      return {
        name: metadata.name,
        displayName: spec.displayName,
        ownRange: theirs.ownRange,
        phase: theirs.phase,
        hasAsked: theirs.peeringId !== undefined,
      }
  }
  return undefined
}

/**
 * Whether this environment is the one of two that moves, because both want the same addresses in one network: it does when it finds the
 * other's connection written down before its own; of two that wrote at the same time, the one with the later name does, unless the other
 * has asked for its connection. A connection that goes is waited for.
 */
export function givesWay(own: string, present: PeeringStatus | undefined, rival: Rival): boolean {
  if (rival.phase === 'Removing') return false
  if (!present || present.phase === 'Removing') return true
  return present.peeringId === undefined && (rival.hasAsked || rival.name < own)
}
