import type { z } from 'zod'

/** A rule beyond JSON schema, once for us and once for the Kubernetes API. */
interface Rule<Value> {
  holds(value: Value): boolean
  /** The rule in the Common Expression Language. */
  cel: string
  /** A sentence that says what to do. */
  message: string
}

const keyword = 'x-kubernetes-validations'

/** `schema` with a rule that the API server checks as well: `crds/` is generated from it. */
export function withRule<Schema extends z.ZodType>(
  schema: Schema,
  { holds, cel, message }: Rule<z.infer<Schema>>,
): Schema {
  const before = (schema.meta()?.[keyword] ?? []) as object[]
  return schema.refine(holds, message).meta({ [keyword]: [...before, { rule: cel, message }] })
}

/** A list whose items differ in `key`. The API server knows such lists by another name. */
export const uniqueBy = <Item extends z.ZodType>(
  list: z.ZodArray<Item>,
  key: keyof z.infer<Item> & string,
): z.ZodArray<Item> =>
  list
    .refine(
      (items) => new Set(items.map((item) => (item as z.infer<Item>)[key])).size === items.length,
      `Each ${key} can be there only once.`,
    )
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] })

/** A record with at most so many entries. */
export const withAtMost = <Record extends z.ZodRecord>(record: Record, entries: number): Record =>
  record
    .refine(
      (value) => Object.keys(value as object).length <= entries,
      `At most ${entries} entries are possible.`,
    )
    .meta({ maxProperties: entries })
