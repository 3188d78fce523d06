import { z } from 'zod'
import type { JsonSchema } from '../../app/content/api-reference/open-api-document'

const stringByFormat: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'ada@example.com',
}

/** The smallest input that `schema` accepts, so that a call gets as far as its service. */
export const sampleInput = (schema: z.ZodType): unknown =>
  sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

/** The same for what `z.toJSONSchema` made of a schema. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0])
  if (schema.type === 'object') {
    const required = new Set(schema.required)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => required.has(name))
        .map(([name, property]) => [name, sampleOf(property)]),
    )
  }
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
  return stringByFormat[schema.format ?? ''] ?? 'x'
}
