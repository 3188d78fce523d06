import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { kinds, type Kind, type SpecOf, type StatusOf } from '../../core/resources/kinds'
import { maximumResourceNameLength, resourceNameMessage } from '../../core/resources/metadata'
import { InvalidResourceError } from './store'

/**
 * The spec as it is stored: checked, without unknown fields.
 * @throws InvalidResourceError naming every wrong field
 */
export function validateSpec<K extends Kind>(kind: K, name: string, spec: SpecOf<K>): SpecOf<K> {
  if (name.length > maximumResourceNameLength)
    throw new InvalidResourceError(`${kind} ${name} is not valid: ${resourceNameMessage}`)
  return validate(kinds[kind].spec, spec, kind, name, 'spec') as SpecOf<K>
}

/** The status as it is stored. @throws InvalidResourceError */
export const validateStatus = <K extends Kind>(kind: K, name: string, status: StatusOf<K>): StatusOf<K> =>
  validate(kinds[kind].status, status, kind, name, 'status') as StatusOf<K>

/** @throws InvalidResourceError if `next` changes a field that may never change */
export function requireImmutableKept(kind: Kind, name: string, previous: unknown, next: unknown): void {
  for (const { field, message } of kinds[kind].immutable ?? [])
    if (!isDeepStrictEqual(fieldOf(previous, field), fieldOf(next, field)))
      throw new InvalidResourceError(`${kind} ${name} is not valid: ${pathOf('spec', field)}: ${message}`)
}

function validate(schema: z.ZodType, value: unknown, kind: Kind, name: string, part: string): unknown {
  // What is stored went through JSON: fields that are undefined are absent.
  const result = schema.safeParse(JSON.parse(JSON.stringify(value)))
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `${[part, ...path].join('.')}: ${message}`)
  throw new InvalidResourceError(`${kind} ${name} is not valid: ${faults.join('; ')}`)
}

const fieldOf = (value: unknown, field: string | undefined): unknown =>
  field === undefined ? value : (value as Record<string, unknown>)[field]

const pathOf = (part: string, field: string | undefined) => (field === undefined ? part : `${part}.${field}`)
