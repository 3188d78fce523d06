import { z } from 'zod'
import { kinds, type Kind } from '../../core/resources/kinds'
import type { JsonSchema } from './messages'

/** `Environment status`, and so on: what one release writes into Kubernetes and another one reads there. */
export type ResourcePart = `${Kind} ${'spec' | 'status'}`

/** The shape of each, as whoever writes it has to write it. */
export const describeResources = (): Record<ResourcePart, JsonSchema> =>
  Object.fromEntries(
    (Object.keys(kinds) as Kind[]).flatMap((kind) =>
      (['spec', 'status'] as const).map((part) => [
        `${kind} ${part}`,
        z.toJSONSchema(kinds[kind][part], { io: 'input' }),
      ]),
    ),
  ) as unknown as Record<ResourcePart, JsonSchema>

const ruleWords = ['x-kubernetes-validations', 'x-kubernetes-list-map-keys', 'maxProperties'] as const

/** What has to hold beyond the shape, each with where: `spec.overrides: x-kubernetes-list-map-keys ["applicationId"]`. */
export function rulesOf(schema: JsonSchema, path: string): string[] {
  const own = ruleWords.flatMap((word) => {
    const rules = schema[word]
    return rules === undefined ? [] : [rules].flat().map((rule) => `${path}: ${word} ${JSON.stringify(rule)}`)
  })
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return [
    ...own,
    ...fields.flatMap(([name, field]) => rulesOf(field, `${path}.${name}`)),
    ...[schema.items, schema.additionalProperties].flatMap((inner) =>
      typeof inner === 'object' ? rulesOf(inner as JsonSchema, `${path}[]`) : [],
    ),
  ]
}
