import fc from 'fast-check'
import type { JsonSchema } from './messages'

const fits =
  ({ minLength = 0, maxLength = Infinity }: JsonSchema) =>
  (text: string) =>
    text.length >= minLength && text.length <= maxLength

function anyText(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === 'uri')
    return fc.webUrl({ validSchemes: ['http'], size: 'small' }).filter(fits(schema))
  if (schema.pattern !== undefined)
    return fc.stringMatching(new RegExp(schema.pattern), { size: 'small' }).filter(fits(schema))
  return fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 20, 20) })
}

function anyNumber({ minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<number> {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : (minimum ?? -1000)
  return fc.integer({ min: Math.max(least, -1000), max: Math.min(maximum ?? 1e12, 1e12) })
}

const anyName = (schema: JsonSchema): fc.Arbitrary<string> =>
  schema.enum
    ? fc.constantFrom(...(schema.enum as string[]))
    : anyText(schema).filter((name) => name !== '__proto__')

const arnOf = (what: string) => `arn:aws:secretsmanager:us-east-1:111122223333:secret:sdo/${what}/shop-AbCdEf`
/** Fields with a rule that a shape cannot say. */
const ruled: Record<string, fc.Arbitrary<unknown>> = {
  secrets: fc.constantFrom({}, { TOKEN: arnOf('secrets') }),
  statuses: fc.constantFrom('200-299', '200,301-302'),
  registryCredentials: fc.constant(arnOf('registries')),
}

/** Anything that has the shape: required fields always, optional ones sometimes. */
export function anyOfShape(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'string') return anyText(schema)
  if (schema.type === 'integer' || schema.type === 'number') return anyNumber(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') return fc.array(anyOfShape(schema.items as JsonSchema), { maxLength: 3 })
  if (schema.type !== 'object') throw new Error(`What is ${JSON.stringify(schema)}?`)
  if (!schema.properties)
    return fc.dictionary(
      anyName((schema.propertyNames as JsonSchema | undefined) ?? {}),
      anyOfShape(schema.additionalProperties as JsonSchema),
      { maxKeys: 3 },
    )
  const fields = Object.entries(schema.properties as Record<string, JsonSchema>)
  return fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, ruled[name] ?? anyOfShape(field)])),
    {
      requiredKeys: schema.required ?? [],
      noNullPrototype: true,
    },
  )
}
