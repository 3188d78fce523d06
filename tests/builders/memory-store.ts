import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Kind, ResourceByKind, SpecOf, StatusOf } from '../../core/resources/kinds'
import { fingerprintOf } from '../../core/resources/fingerprint'
import {
  appliedSpecAnnotation,
  cleanupFinalizer,
  deletionAllowedAnnotation,
} from '../../core/resources/metadata'
import type { WatchListener } from '../../controller/runtime/watch-report'
import { copyData } from '../../controller/runtime/copy-data'
import { ConflictError, type Notice, type ResourceStore, type SpecWrite } from '../../controller/store/store'
import { requireImmutableKept, validateSpec, validateStatus } from '../../controller/store/validate-resource'
import { createMemoryLeases } from './memory-leases'

type AnyResource = ResourceByKind[Kind]

export interface MemoryStore extends ResourceStore {
  /** Everything that was recorded, as often as it was. */
  readonly notices: (Notice & { kind: Kind; name: string })[]
  /** As `kubectl delete` does it: marked, and nobody allowed it. */
  deleteByHand(kind: Kind, name: string): Promise<void>
  /** As `kubectl apply` does it: without the mirror, and for a new one without its finalizer and annotations. */
  writeByHand<K extends Kind>(
    kind: K,
    name: string,
    spec: SpecOf<K>,
    labels?: Record<string, string>,
  ): Promise<void>
}

/**
 * A ResourceStore in memory that keeps the promises of the real ones: resource versions and conflicts, generations,
 * finalizers, validation, copies in and out. Nothing is shared with the caller, so a reconciler that changes what it read
 * changes nothing here.
 */
export function createMemoryStore(clock: Pick<Clock, 'now'> = systemClock): MemoryStore {
  const resources = new Map<string, AnyResource>()
  const watchers = new Set<{ kind: Kind; handlers: WatchListener<AnyResource> }>()
  const leases = createMemoryLeases()
  const notices: MemoryStore['notices'] = []
  let writes = 0

  const keyOf = (kind: Kind, name: string) => `${kind}/${name}`
  const find = <K extends Kind>(kind: K, name: string) =>
    resources.get(keyOf(kind, name)) as ResourceByKind[K] | undefined
  const handlersOf = (kind: Kind) => [...watchers].filter((watcher) => watcher.kind === kind)

  /** Stores the next state of a resource, or removes it when it is marked for deletion and nothing holds it. */
  function put<K extends Kind>(kind: K, resource: ResourceByKind[K]): ResourceByKind[K] {
    const { metadata } = resource
    const next = asStored({
      ...resource,
      metadata: { ...metadata, resourceVersion: String(++writes) },
    })
    const isGone = metadata.deletionTimestamp !== undefined && metadata.finalizers.length === 0
    if (isGone) resources.delete(keyOf(kind, metadata.name))
    else resources.set(keyOf(kind, metadata.name), next)
    for (const { handlers } of handlersOf(kind))
      queueMicrotask(() => (isGone ? handlers.removed(metadata.name) : handlers.changed(copyData(next))))
    return copyData(next)
  }

  function requireUnchanged<K extends Kind>(kind: K, resource: ResourceByKind[K]): ResourceByKind[K] {
    const { name, uid, resourceVersion } = resource.metadata
    const present = find(kind, name)
    if (present?.metadata.uid !== uid || present.metadata.resourceVersion !== resourceVersion)
      throw new ConflictError(`${kind} ${name} was changed since it was read.`)
    return present
  }

  return {
    leases,
    notices,

    async get(kind, name) {
      return copyData(find(kind, name))
    },

    async list(kind, labels = {}) {
      return [...resources.values()]
        .filter((resource) => resource.kind === kind && hasLabels(resource, labels))
        .map((resource) => copyData(resource) as ResourceByKind[typeof kind])
        .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    },

    async apply<K extends Kind>(kind: K, write: SpecWrite<K>) {
      const spec: SpecOf<K> = validateSpec(kind, write.name, write.spec)
      const present = find(kind, write.name)
      if (present) requireImmutableKept(kind, write.name, present.spec, spec)
      const metadata = present?.metadata ?? {
        name: write.name,
        uid: randomUUID(),
        resourceVersion: '',
        generation: 0,
        creationTimestamp: new Date(clock.now()).toISOString(),
        finalizers: [cleanupFinalizer],
        labels: {},
        annotations: {},
      }
      const next = {
        ...present,
        kind,
        metadata: {
          ...metadata,
          generation: metadata.generation + (isDeepStrictEqual(present?.spec, spec) ? 0 : 1),
          labels: write.labels,
          annotations: {
            ...metadata.annotations,
            ...write.annotations,
            [appliedSpecAnnotation]: fingerprintOf(spec),
          },
        },
        spec,
      } as unknown as ResourceByKind[K]
      return isDeepStrictEqual(present, next) ? copyData(next) : put(kind, next)
    },

    async annotate(kind, name, annotations) {
      const present = find(kind, name)
      if (!present) return
      const merged = { ...present.metadata.annotations, ...annotations }
      if (!isDeepStrictEqual(merged, present.metadata.annotations))
        put(kind, { ...present, metadata: { ...present.metadata, annotations: merged } })
    },

    async removeAnnotation(kind, resource, annotation) {
      const present = requireUnchanged(kind, resource)
      const annotations = Object.fromEntries(
        Object.entries(present.metadata.annotations).filter(([name]) => name !== annotation),
      )
      put(kind, { ...present, metadata: { ...present.metadata, annotations } })
    },

    async replaceStatus<K extends Kind>(kind: K, resource: ResourceByKind[K], status: StatusOf<K>) {
      const present = requireUnchanged(kind, resource)
      const checked = validateStatus(kind, present.metadata.name, status)
      const next = { ...present, status: checked } as ResourceByKind[K]
      return isDeepStrictEqual(present.status, checked) ? copyData(next) : put(kind, next)
    },

    async dropFinalizer(kind, resource) {
      const present = requireUnchanged(kind, resource)
      const finalizers = present.metadata.finalizers.filter((finalizer) => finalizer !== cleanupFinalizer)
      put(kind, { ...present, metadata: { ...present.metadata, finalizers } })
    },

    async hold(kind, resource) {
      const present = requireUnchanged(kind, resource)
      const finalizers = [...new Set([...present.metadata.finalizers, cleanupFinalizer])]
      return put(kind, { ...present, metadata: { ...present.metadata, finalizers } })
    },

    async requestDelete(kind, name) {
      await this.annotate(kind, name, { [deletionAllowedAnnotation]: 'true' })
      await this.deleteByHand(kind, name)
    },

    record({ kind, metadata }, notice) {
      notices.push({ kind, name: metadata.name, ...notice })
    },

    async writeByHand<K extends Kind>(
      kind: K,
      name: string,
      spec: SpecOf<K>,
      labels?: Record<string, string>,
    ) {
      const present = find(kind, name)
      const metadata = present?.metadata ?? {
        name,
        uid: randomUUID(),
        resourceVersion: '',
        generation: 0,
        creationTimestamp: new Date(clock.now()).toISOString(),
        finalizers: [],
        labels: {},
        annotations: {},
      }
      const generation = metadata.generation + 1
      const next = { ...metadata, generation, labels: labels ?? metadata.labels }
      put(kind, { ...present, kind, metadata: next, spec } as ResourceByKind[K])
    },

    async deleteByHand(kind, name) {
      const present = find(kind, name)
      if (!present || present.metadata.deletionTimestamp) return
      const deletionTimestamp = new Date(clock.now()).toISOString()
      const generation = present.metadata.generation + 1
      put(kind, { ...present, metadata: { ...present.metadata, generation, deletionTimestamp } })
    },

    watch(kind, handlers, signal) {
      const watcher = { kind, handlers: handlers as unknown as WatchListener<AnyResource> }
      watchers.add(watcher)
      signal.addEventListener('abort', () => watchers.delete(watcher), { once: true })
      queueMicrotask(() => {
        for (const resource of resources.values())
          if (resource.kind === kind && watchers.has(watcher)) watcher.handlers.changed(copyData(resource))
        if (!watchers.has(watcher)) return
        handlers.synced?.()
        handlers.progressed?.()
      })
    },

    async close() {
      watchers.clear()
    },
  }
}

/** As through the wire: fields that are undefined are absent. */
/** As it comes back from a store: members that are undefined are gone. */
const asStored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const hasLabels = (resource: AnyResource, labels: Record<string, string>) =>
  Object.entries(labels).every(([label, value]) => resource.metadata.labels[label] === value)
