import type { Kind, ResourceByKind, SpecOf, StatusOf } from '../../core/resources/kinds'

/** What the mirror says about a resource; everything else of the resource belongs to others. */
export interface SpecWrite<K extends Kind> {
  name: string
  labels: Record<string, string>
  annotations?: Record<string, string>
  spec: SpecOf<K>
}

export interface WatchHandlers<K extends Kind> {
  /** A resource was created or changed, or the store re-listed. May repeat itself. */
  changed(resource: ResourceByKind[K]): void
  removed(name: string): void
  /** Everything that exists was reported at least once. */
  synced?(): void
  /** The store answered, or said something. */
  progressed?(): void
  /** The store could not be asked, for a reason that people can act on; it is asked again. */
  failed?(reason: string): void
}

/** A write was based on an old resourceVersion: read again and decide again. */
export class ConflictError extends Error {
  override name = 'ConflictError'
}

/** The store refused the content of a resource; the message says which field and why. */
export class InvalidResourceError extends Error {
  override name = 'InvalidResourceError'
}

/**
 * Where resources live. One side is the Kubernetes API, the other a table in Postgres; `tests/contract/store` is
 * what both promise. Every call may reject with a network or database error, which means "unknown": try again.
 */
export interface ResourceStore {
  /** The present resource, read live, or undefined. */
  get<K extends Kind>(kind: K, name: string): Promise<ResourceByKind[K] | undefined>
  /** All resources of a kind that carry all of `labels`. */
  list<K extends Kind>(kind: K, labels?: Record<string, string>): Promise<ResourceByKind[K][]>
  /**
   * Creates the resource or brings spec, labels and annotations to what is given (server-side apply). Status, finalizers
   * and other annotations stay. The generation grows only if the spec changed. A new resource carries the clean-up finalizer.
   * @throws InvalidResourceError
   */
  apply<K extends Kind>(kind: K, write: SpecWrite<K>): Promise<ResourceByKind[K]>
  /** Sets annotations of a resource, if it exists; leaves the rest. */
  annotate(kind: Kind, name: string, annotations: Record<string, string>): Promise<void>
  /**
   * Replaces the status of `resource` as it was read.
   * @throws ConflictError if it changed since
   */
  replaceStatus<K extends Kind>(
    kind: K,
    resource: ResourceByKind[K],
    status: StatusOf<K>,
  ): Promise<ResourceByKind[K]>
  /**
   * Removes the clean-up finalizer from `resource` as it was read; a resource marked for deletion then disappears.
   * @throws ConflictError if it changed since
   */
  dropFinalizer<K extends Kind>(kind: K, resource: ResourceByKind[K]): Promise<void>
  /**
   * Adds the clean-up finalizer to `resource` as it was read, so that it cannot go before what it stands for is gone.
   * @throws ConflictError if it changed since
   */
  hold<K extends Kind>(kind: K, resource: ResourceByKind[K]): Promise<ResourceByKind[K]>
  /** Allows the deletion and marks for it. Absent or already marked is fine. */
  requestDelete(kind: Kind, name: string): Promise<void>
  /** Reports the present and every later state of all resources of a kind until `signal` aborts; mends its own connection. */
  watch<K extends Kind>(kind: K, handlers: WatchHandlers<K>, signal: AbortSignal): void
  /** Leases for leader election. */
  readonly leases: LeaseStore
  close(): Promise<void>
}

export interface Lease {
  holder: string
  durationSeconds: number
  renewEpoch: number
  /** Opaque, for compare-and-set. */
  version: string
}

export interface LeaseStore {
  get(name: string): Promise<Lease | undefined>
  /**
   * Creates (previous undefined) or replaces the lease.
   * @throws ConflictError if somebody else wrote first
   */
  put(name: string, lease: Omit<Lease, 'version'>, previous: Lease | undefined): Promise<Lease>
}
