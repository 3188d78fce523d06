import type { Kind, ResourceByKind } from '../../core/resources/kinds'
import { isHeld } from '../../core/resources/metadata'
import type { ResourceStore } from '../store/store'

/**
 * The resource with the clean-up finalizer: one made by hand may lack it, and would go and leave what was made for it. Before anything that
 * costs; once a resource is marked for deletion, Kubernetes takes no finalizer any more.
 *
 * @throws ConflictError if it changed since it was read
 */
export async function ensureHeld<K extends Kind>(
  store: ResourceStore,
  kind: K,
  resource: ResourceByKind[K],
): Promise<ResourceByKind[K]> {
  const { metadata } = resource
  return metadata.deletionTimestamp !== undefined || isHeld(metadata) ? resource : store.hold(kind, resource)
}
