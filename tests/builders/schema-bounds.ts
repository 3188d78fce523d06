/** As much of JSON Schema as the schemas of calls use. */
export interface Described {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Described[]
  oneOf?: Described[]
  allOf?: Described[]
  properties?: Record<string, Described>
  additionalProperties?: Described | boolean
  propertyNames?: Described
  items?: Described
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  minimum?: number
  maximum?: number
}

export interface Bound {
  /** Where it is: names of properties, 0 for an item of a list. */
  path: string[]
  kind: 'maxLength' | 'maxItems' | 'maxProperties' | 'keyLength' | 'maximum' | 'minimum'
  /** What is just beyond it. */
  beyond: unknown
}

interface Found {
  bounds: Bound[]
  /** Where something has none, `ports.0.name`. */
  unbounded: string[]
}

export const boundsOf = (schema: Described): Bound[] => walk(schema, []).bounds
export const unboundedIn = (schema: Described): string[] => walk(schema, []).unbounded

/** Formats whose pattern has one length. */
const fixedFormats = ['uuid']

function walk(schema: Described, path: string[]): Found {
  const { anyOf, oneOf, allOf, type } = schema
  const members = anyOf ?? oneOf ?? allOf
  if (members) return join(members.map((member) => walk(member, path)))
  if (schema.enum ?? 'const' in schema) return none
  switch (type) {
    case 'boolean':
    case 'null':
      return none
    case 'string':
      return fixedFormats.includes(schema.format ?? '')
        ? none
        : bounded(path, 'maxLength', schema.maxLength, (most) => 'x'.repeat(most + 1))
    case 'number':
    case 'integer':
      return join([
        bounded(path, 'maximum', schema.maximum, (most) => most * 2 + 1),
        bounded(path, 'minimum', schema.minimum, (least) => -Math.abs(least) * 2 - 1),
      ])
    case 'array':
      return join([
        bounded(path, 'maxItems', schema.maxItems, (most) => Array(most + 1).fill({})),
        schema.items ? walk(schema.items, [...path, '0']) : missing(path),
      ])
    case 'object':
      return walkObject(schema, path)
    default:
      return missing(path)
  }
}

function walkObject(schema: Described, path: string[]): Found {
  const { properties = {}, additionalProperties = false, propertyNames, maxProperties } = schema
  const named = Object.entries(properties).map(([name, member]) => walk(member, [...path, name]))
  // What the schema does not name is left out before anybody sees it.
  if (additionalProperties === false) return join(named)
  const value = additionalProperties === true ? {} : additionalProperties
  return join([
    ...named,
    bounded(path, 'maxProperties', maxProperties, (most) =>
      Object.fromEntries(Array.from({ length: most + 1 }, (_, index) => [`k${index}`, 'x'])),
    ),
    bounded(path, 'keyLength', propertyNames?.maxLength, (most) => ({ ['k'.repeat(most + 1)]: 'x' })),
    walk(value, [...path, 'k']),
  ])
}

const none: Found = { bounds: [], unbounded: [] }
const missing = (path: string[]): Found => ({ bounds: [], unbounded: [path.join('.')] })

const bounded = (
  path: string[],
  kind: Bound['kind'],
  limit: number | undefined,
  beyond: (limit: number) => unknown,
): Found =>
  limit === undefined ? missing(path) : { bounds: [{ path, kind, beyond: beyond(limit) }], unbounded: [] }

/** Each place once. */
const join = (found: Found[]): Found => ({
  bounds: found.flatMap(({ bounds }) => bounds),
  unbounded: [...new Set(found.flatMap(({ unbounded }) => unbounded))],
})

/** `input` with what is beyond `bound` in its place; what is missing on the way there is made. */
export function overstep(input: unknown, { path, beyond }: Bound): unknown {
  const [name, ...rest] = path
  if (name === undefined) return beyond
  const inner = { path: rest, beyond, kind: 'maxLength' } as const
  if (name === '0') return [overstep(Array.isArray(input) ? input[0] : undefined, inner)]
  const object = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  return { ...object, [name]: overstep(object[name], inner) }
}
