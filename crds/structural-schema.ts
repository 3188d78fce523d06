import { z } from 'zod'

export interface StructuralSchema {
  type?: string
  description?: string
  properties?: Record<string, StructuralSchema>
  items?: StructuralSchema
  additionalProperties?: StructuralSchema
  required?: string[]
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: boolean
  exclusiveMaximum?: boolean
  maxProperties?: number
  'x-kubernetes-map-type'?: 'atomic'
  'x-kubernetes-list-type'?: 'map'
  'x-kubernetes-list-map-keys'?: string[]
  'x-kubernetes-validations'?: { rule: string; message: string }[]
}

const keywords = [
  'description',
  'type',
  'properties',
  'items',
  'additionalProperties',
  'required',
  'enum',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'maxProperties',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-validations',
]

/** Says nothing that Kubernetes could know: unknown fields are pruned, and the dialect is fixed. */
const dropped = ['$schema', 'propertyNames']

/**
 * A zod schema in the part of OpenAPI that Kubernetes calls structural.
 * @throws for a schema that has no such form, such as a union, naming the keyword
 */
export function toStructuralSchema(schema: z.ZodType): StructuralSchema {
  return restrict(z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', reused: 'inline' }))
}

function restrict(node: object): StructuralSchema {
  const result: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(node)) {
    if (dropped.includes(keyword) || isSafeIntegerBound(value)) continue
    // A zod object that strips unknown fields has `additionalProperties: false` in its output form: pruning does that.
    if (keyword === 'additionalProperties' && value === false) continue
    if (!keywords.includes(keyword)) throw new Error(`A structural schema cannot say "${keyword}".`)
    result[keyword] = restrictValue(keyword, value)
  }
  return result
}

function restrictValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties')
    return Object.fromEntries(
      Object.entries(value as Record<string, object>).map(([name, property]) => [name, restrict(property)]),
    )
  if (keyword === 'items' || keyword === 'additionalProperties') return restrict(value as object)
  return value
}

/** zod bounds every integer by what a JavaScript number holds exactly; a reader of the CRD learns nothing from it. */
const isSafeIntegerBound = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER
