import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/time/clock'
import type { Kind, ResourceByKind, SpecOf, StatusOf } from '../../core/resources/kinds'
import { fingerprintOf } from '../../core/resources/fingerprint'
import {
  appliedSpecAnnotation,
  cleanupFinalizer,
  deletionAllowedAnnotation,
} from '../../core/resources/metadata'
import type { ResourceRow, ResourceTable } from '../../db/resource-table'
import { ConflictError, type SpecWrite } from './store'
import { requireImmutableKept, validateSpec, validateStatus } from './validate-resource'

/** Resources as rows of a table. */
export class PostgresResources {
  constructor(
    private readonly table: ResourceTable,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async get<K extends Kind>(kind: K, name: string): Promise<ResourceByKind[K] | undefined> {
    return (await this.listNamed(kind, [name]))[0]
  }

  async list<K extends Kind>(kind: K, labels: Record<string, string> = {}): Promise<ResourceByKind[K][]> {
    return (await this.table.list(kind, labels)).map(toResource<K>)
  }

  async listNamed<K extends Kind>(kind: K, names: string[]): Promise<ResourceByKind[K][]> {
    return (await this.table.listNamed(kind, names)).map(toResource<K>)
  }

  async apply<K extends Kind>(kind: K, write: SpecWrite<K>): Promise<ResourceByKind[K]> {
    const { name, labels } = write
    const spec: SpecOf<K> = validateSpec(kind, name, write.spec)
    const previous = await this.get(kind, name)
    if (previous) requireImmutableKept(kind, name, previous.spec, spec)
    const written = await this.table.apply({
      kind,
      name,
      uid: randomUUID(),
      labels,
      annotations: { ...write.annotations, [appliedSpecAnnotation]: fingerprintOf(spec) },
      finalizers: [cleanupFinalizer],
      spec,
      creation_timestamp: this.now(),
    })
    const present = written ? toResource<K>(written) : await this.get(kind, name)
    if (!present) throw changedSince(kind, name)
    return present
  }

  annotate(kind: Kind, name: string, annotations: Record<string, string>): Promise<void> {
    return this.table.annotate(kind, name, annotations)
  }

  async removeAnnotation<K extends Kind>(
    kind: K,
    { metadata }: ResourceByKind[K],
    annotation: string,
  ): Promise<void> {
    if (!(await this.table.removeAnnotation({ kind, ...metadata }, annotation)))
      throw changedSince(kind, metadata.name)
  }

  async replaceStatus<K extends Kind>(
    kind: K,
    { metadata }: ResourceByKind[K],
    status: StatusOf<K>,
  ): Promise<ResourceByKind[K]> {
    const { name, uid, resourceVersion } = metadata
    const written = await this.table.replaceStatus(
      { kind, name, uid, resourceVersion },
      validateStatus(kind, name, status),
    )
    const present = written ? toResource<K>(written) : await this.get(kind, name)
    const isSame = present?.metadata.uid === uid && present.metadata.resourceVersion === resourceVersion
    if (!present || !(written || isSame)) throw changedSince(kind, name)
    return present
  }

  async dropFinalizer<K extends Kind>(kind: K, { metadata }: ResourceByKind[K]): Promise<void> {
    if (!(await this.table.removeFinalizer({ kind, ...metadata }, cleanupFinalizer)))
      throw changedSince(kind, metadata.name)
  }

  async hold<K extends Kind>(kind: K, { metadata }: ResourceByKind[K]): Promise<ResourceByKind[K]> {
    const held = await this.table.addFinalizer({ kind, ...metadata }, cleanupFinalizer)
    if (!held) throw changedSince(kind, metadata.name)
    return toResource<K>(held)
  }

  requestDelete(kind: Kind, name: string): Promise<void> {
    const annotations = { [deletionAllowedAnnotation]: 'true' }
    return this.table.markForDeletion(kind, name, { at: this.now(), annotations })
  }

  private now(): Date {
    return new Date(this.clock.now())
  }
}

const changedSince = (kind: Kind, name: string) =>
  new ConflictError(`${kind} ${name} was changed since it was read.`)

const toResource = <K extends Kind>(row: ResourceRow): ResourceByKind[K] =>
  ({
    kind: row.kind,
    metadata: {
      name: row.name,
      uid: row.uid,
      resourceVersion: row.resource_version,
      generation: row.generation,
      creationTimestamp: row.creation_timestamp.toISOString(),
      ...(row.deletion_timestamp && { deletionTimestamp: row.deletion_timestamp.toISOString() }),
      finalizers: row.finalizers,
      labels: row.labels,
      annotations: row.annotations,
    },
    spec: row.spec,
    ...(row.status !== null && { status: row.status }),
  }) as unknown as ResourceByKind[K]
