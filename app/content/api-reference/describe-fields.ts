import type { JsonSchema } from './open-api-document'

/** A field of what is sent or answered: `tokens[].expirationEpoch`. */
export interface ApiField {
  name: string
  /** What its value is, in words: `text, at most 100 characters`. */
  kind: string
  isRequired: boolean
}

/** The fields of a value and of what is in it, each under its whole name; none for a value without fields. */
export function describeFields(schema: JsonSchema, prefix = ''): ApiField[] {
  const inner = insideOf(schema)
  if (inner) return describeFields(inner.schema, `${prefix}${inner.mark}`)
  const variants = (schema.anyOf ?? []).filter(({ properties }) => properties)
  if (variants.length > 1) return joinVariants(variants.map((variant) => describeFields(variant, prefix)))
  const { properties = {}, required = [] } = variants[0] ?? schema
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const field = { name: path, kind: kindOf(property, name), isRequired: required.includes(name) }
    return [field, ...describeFields(property, path)]
  })
}

/** The value that a list or an object of values by name holds many of. */
function insideOf({ items, additionalProperties }: JsonSchema) {
  if (items) return { schema: items, mark: '[]' }
  if (typeof additionalProperties === 'object') return { schema: additionalProperties, mark: '{}' }
  return undefined
}

/** Where there are several ways to say something, a field is required when it is in each of them. */
function joinVariants(variants: ApiField[][]): ApiField[] {
  const fields = new Map<string, ApiField>()
  for (const field of variants.flat()) if (!fields.has(field.name)) fields.set(field.name, field)
  return [...fields.values()].map((field) => ({
    ...field,
    isRequired: variants.every((each) =>
      each.some(({ name, isRequired }) => name === field.name && isRequired),
    ),
  }))
}

/** What a value is, in words. */
export function kindOf(schema: JsonSchema, name = ''): string {
  if (schema.const !== undefined) return quote(schema.const)
  if (schema.enum) return joinOr(schema.enum.map(quote))
  if (schema.anyOf) return joinOr([...new Set(schema.anyOf.map((variant) => kindOf(variant, name)))])
  if (schema.type === 'object') return objectKind(schema)
  if (schema.type === 'array')
    return `list of ${kindOf(schema.items ?? {})}${limit(schema.maxItems, 'of them')}`
  if (schema.type === 'string')
    return schema.format === 'uuid' ? 'id' : `text${limit(schema.maxLength, 'characters')}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'null') return 'null'
  if (name.endsWith('Epoch')) return 'time in milliseconds since 1970'
  if (schema.type === 'integer') return `whole number${range(schema)}`
  if (schema.type === 'number') return `number${range(schema)}`
  return 'anything'
}

const objectKind = ({ additionalProperties }: JsonSchema): string =>
  typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
    ? `object of ${kindOf(additionalProperties)} by name`
    : 'object'

const quote = (value: unknown): string => JSON.stringify(value)

const joinOr = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const limit = (most: number | undefined, what: string): string =>
  most === undefined ? '' : `, at most ${most.toLocaleString('en')} ${what}`

/** Bounds that only keep what does not fit a number out of it say nothing to a reader. */
const longestSaid = 1e9
const range = ({ minimum, maximum }: JsonSchema): string =>
  [
    ...(minimum !== undefined && Math.abs(minimum) < longestSaid ? [`, from ${minimum}`] : []),
    ...(maximum !== undefined && Math.abs(maximum) < longestSaid ? [`, to ${maximum}`] : []),
  ].join('')
