import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { appliedSpecAnnotation, type Metadata } from './metadata'

/** Identifies a spec, in whatever order its fields come back. */
export const fingerprintOf = (spec: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(spec)))
    .digest('hex')
    .slice(0, 32)

/** Message on a spec that is not as it was applied. */
export const editedSpecMessage =
  'The spec was edited by hand and is not acted on. The mirror restores it, as soon as it reaches Postgres.'

/**
 * Whether the spec is the one that was applied, and nobody edited it since. Of a resource that was never applied by the mirror
 * nothing else is known.
 */
export function isAsApplied({
  metadata,
  spec,
}: {
  metadata: Pick<Metadata, 'annotations'>
  spec: unknown
}): boolean {
  const applied = metadata.annotations[appliedSpecAnnotation]
  return applied === undefined || applied === fingerprintOf(spec)
}

/** Paths of the fields that differ, as an operator knows them. */
export const differingFields = (present: object, wanted: object, path: string): string[] =>
  [...new Set([...Object.keys(present), ...Object.keys(wanted)])]
    .filter((name) => !isDeepStrictEqual(present[name as never], wanted[name as never]))
    .map((name) => `${path}.${name}`)
    .sort()

/** Sorts the keys of a value as JSON has it, without fields that are undefined. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, field]) => [name, sorted(field)]))
}
