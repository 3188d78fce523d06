import { teamLabel, type Metadata } from '../../core/resources/metadata'
import type { Kind, ResourceByKind } from '../../core/resources/kinds'
import type { ResourceStore } from './store'

/**
 * The resources of a kind that are of the same team as another one. Who tells people of others lists by this, for two teams may have
 * one zone or one AWS account, and neither is to know what the other one's things are called.
 */
export async function listOfTeam<K extends Kind>(
  store: Pick<ResourceStore, 'list'>,
  kind: K,
  { metadata }: { metadata: Pick<Metadata, 'labels'> },
): Promise<ResourceByKind[K][]> {
  const { [teamLabel]: team } = metadata.labels
  const found = await store.list(kind, team === undefined ? {} : { [teamLabel]: team })
  return found.filter(({ metadata: { labels } }) => labels[teamLabel] === team)
}
