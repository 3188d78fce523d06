import type { Kind, ResourceByKind, StatusOf } from '../../core/resources/kinds'
import { isAwaitingStatus, recordedLabel, type Resource } from '../../core/resources/metadata'
import type { MirrorDependencies } from './dependencies'

/** The label of what is made again although Postgres has a status of it; `present` is the resource as it was found. */
export const recordedLabelOf = (status: unknown, present: Resource | undefined): Record<string, string> =>
  status && (!present || isAwaitingStatus(present)) ? { [recordedLabel]: 'true' } : {}

/**
 * Gives a resource that was lost and made again the status that Postgres has of it. Until then its reconciler leaves it alone: the
 * label that says so came with the resource.
 *
 * @throws ConflictError if the resource changed since it was read
 */
export async function restoreStatus<K extends Kind>(
  { store, log }: Pick<MirrorDependencies, 'store' | 'log'>,
  kind: K,
  resource: ResourceByKind[K],
  status: StatusOf<K> | null,
): Promise<ResourceByKind[K]> {
  if (!status || !isAwaitingStatus(resource)) return resource
  log.warn({ kind, resource: resource.metadata.name }, 'A lost resource got its status back.')
  store.record(resource, {
    reason: 'StatusRestored',
    message: 'The resource was lost, and got its status back.',
    isWarning: true,
  })
  // The spec may be another one than the status was about.
  return store.replaceStatus(kind, resource, { ...status, observedGeneration: 0 })
}
