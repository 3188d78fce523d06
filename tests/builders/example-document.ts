import { apiAreas } from '../../app/api/table'
import { describeApi } from '../../app/api/openapi'

export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  enum?: unknown[]
}

export interface Operation {
  parameters: { name: string; in: string; schema: Schema; example?: unknown }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
}

/** Values worth trying for one call, by the name of the parameter or of the field of its body. */
export type Offers = Record<string, unknown[]>

/**
 * The OpenAPI document of /v1 with, beside what each schema says, the values that `offersFor` gives for a call, and with an
 * example made of the first of them: no random id is that of a thing, and behind a 404 nothing would be tried.
 */
export async function exampleDocument(
  offersFor: (call: string) => Promise<Offers>,
): Promise<ReturnType<typeof describeApi>> {
  const document = describeApi(apiAreas)
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      offer(operation as unknown as Operation, await offersFor(`${method.toUpperCase()} ${path}`))
  return document
}

function offer(operation: Operation, offers: Offers): void {
  for (const parameter of operation.parameters) {
    parameter.schema = widen(parameter.schema, offers[parameter.name])
    parameter.example = offers[parameter.name]?.[0]
  }
  for (const content of Object.values(operation.requestBody?.content ?? {})) {
    offerFields(content.schema, offers)
    content.example = exampleOf(content.schema, offers)
  }
}

/** A body that is as good as the offers: one call that goes all the way. */
function exampleOf({ properties = {}, required = [], anyOf }: Schema, offers: Offers): unknown {
  const last = anyOf?.at(-1)
  if (last) return exampleOf(last, offers)
  return Object.fromEntries(
    Object.keys(properties)
      .filter((name) => required.includes(name) || offers[name])
      .map((name) => [name, offers[name]?.[0] ?? (properties[name]?.type === 'boolean' ? true : 'x')]),
  )
}

function offerFields({ properties, anyOf = [] }: Schema, offers: Offers): void {
  for (const variant of anyOf) offerFields(variant, offers)
  if (!properties) return
  for (const [name, schema] of Object.entries(properties)) {
    offerFields(schema, offers)
    properties[name] = widen(schema, offers[name])
  }
}

const widen = (schema: Schema, values: unknown[] | undefined): Schema =>
  values?.length ? { type: schema.type, anyOf: [{ enum: values }, schema] } : schema
