import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../../core/time/clock'
import type { Kind, ResourceByKind, SpecOf, StatusOf } from '../../core/resources/kinds'
import { fingerprintOf } from '../../core/resources/fingerprint'
import {
  appliedSpecAnnotation,
  cleanupFinalizer,
  deletionAllowedAnnotation,
} from '../../core/resources/metadata'
import { ConflictError, type SpecWrite } from './store'
import { requireImmutableKept, validateSpec, validateStatus } from './validate-resource'

interface Row {
  kind: Kind
  name: string
  uid: string
  resource_version: string
  generation: number
  creation_timestamp: Date
  deletion_timestamp: Date | null
  labels: Record<string, string>
  annotations: Record<string, string>
  finalizers: string[]
  spec: unknown
  status: unknown
}

/** Reads and writes rows of the table `resources`. Every write is one statement, so that none needs a transaction. */
export class PostgresResources {
  constructor(
    private readonly pool: pg.Pool,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async get<K extends Kind>(kind: K, name: string): Promise<ResourceByKind[K] | undefined> {
    return (await this.listNamed(kind, [name]))[0]
  }

  list<K extends Kind>(kind: K, labels: Record<string, string> = {}): Promise<ResourceByKind[K][]> {
    return this.select('SELECT * FROM resources WHERE kind = $1 AND labels @> $2 ORDER BY name', [
      kind,
      labels,
    ])
  }

  listNamed<K extends Kind>(kind: K, names: string[]): Promise<ResourceByKind[K][]> {
    return this.select('SELECT * FROM resources WHERE kind = $1 AND name = ANY($2)', [kind, names])
  }

  async apply<K extends Kind>(kind: K, write: SpecWrite<K>): Promise<ResourceByKind[K]> {
    const { name, labels } = write
    const spec: SpecOf<K> = validateSpec(kind, name, write.spec)
    const annotations = { ...write.annotations, [appliedSpecAnnotation]: fingerprintOf(spec) }
    const previous = await this.get(kind, name)
    if (previous) requireImmutableKept(kind, name, previous.spec, spec)
    const written = await this.select<K>(
      `INSERT INTO resources AS present (kind, name, uid, labels, annotations, finalizers, spec, creation_timestamp)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (kind, name) DO UPDATE SET
         spec = excluded.spec,
         labels = excluded.labels,
         annotations = present.annotations || excluded.annotations,
         generation = present.generation + (present.spec IS DISTINCT FROM excluded.spec)::integer,
         resource_version = nextval('resource_version')
       WHERE present.spec IS DISTINCT FROM excluded.spec
         OR present.labels IS DISTINCT FROM excluded.labels
         OR NOT present.annotations @> excluded.annotations
       RETURNING *`,
      [kind, name, randomUUID(), labels, annotations, JSON.stringify([cleanupFinalizer]), spec, this.now()],
    )
    return written[0] ?? this.require(kind, name)
  }

  async annotate(kind: Kind, name: string, annotations: Record<string, string>): Promise<void> {
    await this.pool.query(
      `UPDATE resources SET annotations = annotations || $3, resource_version = nextval('resource_version')
       WHERE kind = $1 AND name = $2 AND NOT annotations @> $3`,
      [kind, name, annotations],
    )
  }

  async replaceStatus<K extends Kind>(
    kind: K,
    { metadata }: ResourceByKind[K],
    status: StatusOf<K>,
  ): Promise<ResourceByKind[K]> {
    const { name, uid, resourceVersion } = metadata
    const checked = validateStatus(kind, name, status)
    const written = await this.select<K>(
      `UPDATE resources SET status = $5, resource_version = nextval('resource_version')
       WHERE kind = $1 AND name = $2 AND uid = $3 AND resource_version = $4 AND status IS DISTINCT FROM $5
       RETURNING *`,
      [kind, name, uid, resourceVersion, checked],
    )
    if (written[0]) return written[0]
    const present = await this.get(kind, name)
    if (present?.metadata.uid === uid && present.metadata.resourceVersion === resourceVersion) return present
    throw changedSince(kind, name)
  }

  async dropFinalizer<K extends Kind>(kind: K, { metadata }: ResourceByKind[K]): Promise<void> {
    const { name, uid, resourceVersion } = metadata
    const { rowCount } = await this.pool.query(
      `UPDATE resources SET finalizers = finalizers - $5::text, resource_version = nextval('resource_version')
       WHERE kind = $1 AND name = $2 AND uid = $3 AND resource_version = $4`,
      [kind, name, uid, resourceVersion, cleanupFinalizer],
    )
    if (rowCount === 0) throw changedSince(kind, name)
  }

  async hold<K extends Kind>(kind: K, { metadata }: ResourceByKind[K]): Promise<ResourceByKind[K]> {
    const { name, uid, resourceVersion } = metadata
    const held = await this.select<K>(
      `UPDATE resources SET finalizers = (finalizers - $5::text) || to_jsonb($5::text),
         resource_version = nextval('resource_version')
       WHERE kind = $1 AND name = $2 AND uid = $3 AND resource_version = $4 RETURNING *`,
      [kind, name, uid, resourceVersion, cleanupFinalizer],
    )
    if (!held[0]) throw changedSince(kind, name)
    return held[0]
  }

  async requestDelete(kind: Kind, name: string): Promise<void> {
    await this.pool.query(
      `UPDATE resources SET deletion_timestamp = coalesce(deletion_timestamp, $3),
         generation = generation + (deletion_timestamp IS NULL)::integer,
         annotations = annotations || $4,
         resource_version = nextval('resource_version')
       WHERE kind = $1 AND name = $2 AND (deletion_timestamp IS NULL OR NOT annotations @> $4)`,
      [kind, name, this.now(), { [deletionAllowedAnnotation]: 'true' }],
    )
  }

  private async require<K extends Kind>(kind: K, name: string): Promise<ResourceByKind[K]> {
    const present = await this.get(kind, name)
    if (!present) throw changedSince(kind, name)
    return present
  }

  private async select<K extends Kind>(statement: string, values: unknown[]): Promise<ResourceByKind[K][]> {
    const { rows } = await this.pool.query<Row>(statement, values)
    return rows.map((row) => toResource(row) as ResourceByKind[K])
  }

  private now(): Date {
    return new Date(this.clock.now())
  }
}

const changedSince = (kind: Kind, name: string) =>
  new ConflictError(`${kind} ${name} was changed since it was read.`)

const toResource = (row: Row) => ({
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
})
