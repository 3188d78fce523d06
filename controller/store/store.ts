import type { Kind, ResourceByKind, SpecOf, StatusOf } from '../../core/resources/kinds'
import type { Metadata } from '../../core/resources/metadata'
import type { LeaseStore } from '../runtime/lease-store'
import type { WatchListener } from '../runtime/watch-report'

/** The part of a resource that the mirror writes; everything else of it belongs to others. */
export interface SpecWrite<K extends Kind> {
  name: string
  labels: Record<string, string>
  annotations?: Record<string, string>
  spec: SpecOf<K>
}

/** The resource that a notice is about. */
export interface Subject {
  kind: Kind
  metadata: Pick<Metadata, 'name' | 'uid' | 'resourceVersion'>
}

/** Something that happened to a resource, for an operator. */
export interface Notice {
  /** In one word, to look for. */
  reason: string
  message: string
  /** Whether somebody should look at it. */
  isWarning: boolean
  /** Trace of the request that it follows from. */
  traceId?: string
}

/** A write was based on an old resourceVersion: read again and decide again. */
export class ConflictError extends Error {
  override name = 'ConflictError'
}

/** The store refused the content of a resource; the message says which field and why. */
export class InvalidResourceError extends Error {
  override name = 'InvalidResourceError'
}

/** The store does not know the kind, or not for long any more. The message says how it comes back. */
export class DefinitionGoneError extends Error {
  override name = 'DefinitionGoneError'
}

/**
 * The store of resources. One side is the Kubernetes API, the other a table in Postgres; `tests/contract/store` is
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
   * Removes an annotation from `resource` as it was read.
   * @throws ConflictError if it changed since
   */
  removeAnnotation<K extends Kind>(kind: K, resource: ResourceByKind[K], annotation: string): Promise<void>
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
  watch<K extends Kind>(kind: K, listener: WatchListener<ResourceByKind[K]>, signal: AbortSignal): void
  /**
   * Tells operators what happened, where they would look: as an Event of Kubernetes; the table of Postgres has nobody who looks. Returns
   * at once and never fails. The same again is counted, and of a storm only so much is told.
   */
  record(subject: Subject, notice: Notice): void
  /** Leases for leader election. */
  readonly leases: LeaseStore
  close(): Promise<void>
}

/** `store`, with some of its calls replaced by others, which may use it. */
export const overriding = (store: ResourceStore, calls: Partial<ResourceStore>): ResourceStore =>
  new Proxy(store, {
    get(target, name): unknown {
      if (name in calls) return Reflect.get(calls, name)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
