/** What the documentation reads of a JSON Schema. */
export interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  format?: string
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

export interface OpenApiOperation {
  summary: string
  /** Who may call it. */
  description: string
  tags: string[]
  /** Of a GET that makes something. */
  'x-writes'?: boolean
  /** Empty where nobody has to log in. */
  security: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content: Record<string, { schema: unknown }> }>
}

/** What the documentation reads of `GET /v1/openapi.json`. */
export interface OpenApiDocument {
  tags: { name: string; 'x-displayName': string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
}
