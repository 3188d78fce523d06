import type pg from 'pg'

export interface ResourceRow {
  kind: string
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

type NewResource = Omit<ResourceRow, 'resource_version' | 'generation' | 'deletion_timestamp' | 'status'>

/** A resource as it was read: what is written counts only while it is still that one. */
interface SeenResource {
  kind: string
  name: string
  uid: string
  resourceVersion: string
}

const isStillSeen = 'kind = $1 AND name = $2 AND uid = $3 AND resource_version = $4'
const valuesOf = ({ kind, name, uid, resourceVersion }: SeenResource) => [kind, name, uid, resourceVersion]

/** The table `resources`. Every write is one statement, so that none needs a transaction. */
export class ResourceTable {
  constructor(private readonly pool: pg.Pool) {}

  /** Resources that carry all of `labels`, by name. */
  list(kind: string, labels: Record<string, string>): Promise<ResourceRow[]> {
    return this.rows('SELECT * FROM resources WHERE kind = $1 AND labels @> $2 ORDER BY name', [kind, labels])
  }

  listNamed(kind: string, names: string[]): Promise<ResourceRow[]> {
    return this.rows('SELECT * FROM resources WHERE kind = $1 AND name = ANY($2)', [kind, names])
  }

  /** Adds a resource, or brings spec, labels and annotations of the present one to what is given. @returns the row, if it changed */
  apply(resource: NewResource): Promise<ResourceRow | undefined> {
    const { kind, name, uid, labels, annotations, finalizers, spec, creation_timestamp } = resource
    return this.row(
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
      [kind, name, uid, labels, annotations, JSON.stringify(finalizers), spec, creation_timestamp],
    )
  }

  async annotate(kind: string, name: string, annotations: Record<string, string>): Promise<void> {
    await this.rows(
      `UPDATE resources SET annotations = annotations || $3, resource_version = nextval('resource_version')
       WHERE kind = $1 AND name = $2 AND NOT annotations @> $3`,
      [kind, name, annotations],
    )
  }

  /** @returns the row, if it is still the one that was seen */
  removeAnnotation(seen: SeenResource, annotation: string): Promise<ResourceRow | undefined> {
    return this.row(
      `UPDATE resources SET annotations = annotations - $5::text, resource_version = nextval('resource_version')
       WHERE ${isStillSeen} RETURNING *`,
      [...valuesOf(seen), annotation],
    )
  }

  /** @returns the row, if it is still the one that was seen and its status changed */
  replaceStatus(seen: SeenResource, status: unknown): Promise<ResourceRow | undefined> {
    return this.row(
      `UPDATE resources SET status = $5, resource_version = nextval('resource_version')
       WHERE ${isStillSeen} AND status IS DISTINCT FROM $5 RETURNING *`,
      [...valuesOf(seen), status],
    )
  }

  /** @returns the row, if it is still the one that was seen. Without a finalizer and marked for deletion it is gone. */
  removeFinalizer(seen: SeenResource, finalizer: string): Promise<ResourceRow | undefined> {
    return this.row(
      `UPDATE resources SET finalizers = finalizers - $5::text, resource_version = nextval('resource_version')
       WHERE ${isStillSeen} RETURNING *`,
      [...valuesOf(seen), finalizer],
    )
  }

  /** @returns the row, if it is still the one that was seen */
  addFinalizer(seen: SeenResource, finalizer: string): Promise<ResourceRow | undefined> {
    return this.row(
      `UPDATE resources SET finalizers = (finalizers - $5::text) || to_jsonb($5::text),
         resource_version = nextval('resource_version')
       WHERE ${isStillSeen} RETURNING *`,
      [...valuesOf(seen), finalizer],
    )
  }

  /** Marks a resource for deletion, if it exists, and annotates it. */
  async markForDeletion(
    kind: string,
    name: string,
    { at, annotations }: { at: Date; annotations: Record<string, string> },
  ): Promise<void> {
    await this.rows(
      `UPDATE resources SET deletion_timestamp = coalesce(deletion_timestamp, $3),
         generation = generation + (deletion_timestamp IS NULL)::integer,
         annotations = annotations || $4,
         resource_version = nextval('resource_version')
       WHERE kind = $1 AND name = $2 AND (deletion_timestamp IS NULL OR NOT annotations @> $4)`,
      [kind, name, at, annotations],
    )
  }

  private async row(sql: string, values: unknown[]): Promise<ResourceRow | undefined> {
    return (await this.rows(sql, values))[0]
  }

  private async rows(sql: string, values: unknown[]): Promise<ResourceRow[]> {
    return (await this.pool.query<ResourceRow>(sql, values)).rows
  }
}
