import type { DocsPassage } from '../render-page'
import { describeFields, kindOf, type ApiField } from './describe-fields'
import { exampleValue } from './example-value'
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './open-api-document'
import { printCurl } from './print-curl'

/** A call as its reader sees it. */
export interface ApiCall {
  /** Id of the call's heading: `post-deployment-patch`. */
  id: string
  method: string
  path: string
  summary: string
  callers: string
  needsToken: boolean
  /** Whether it changes nothing, so that a browser may make it by the login that it has. */
  isRead: boolean
  /** Parameters of the path and the query. */
  parameters: (ApiField & { place: 'path' | 'query' })[]
  /** Fields of the JSON that is sent; absent where none is. */
  body?: ApiField[]
  /** That JSON, to begin with. */
  example?: string
  /** What is answered: `JSON` with the fields, or another media type. */
  answer: { mediaType: string; kind: string; fields: ApiField[] }
  /** HTTP statuses of its refusals. */
  refusals: number[]
  curl: string
}

/** A page of the reference: the calls of one area. */
export interface ApiPage {
  /** Path of the area's page: `/docs/api/deployments`. */
  path: string
  title: string
  description: string
  calls: ApiCall[]
}

/** The pages of the reference, one for each tag of the OpenAPI document; `address` is that of the portal, for what is copied into a shell. */
export const createApiReference = ({ tags, paths }: OpenApiDocument, address?: string): ApiPage[] => {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      call: describeCall(method.toUpperCase(), path, operation, address),
    })),
  )
  return tags.map(({ name, 'x-displayName': title, description }) => ({
    path: `/docs/api/${name}`,
    title: `API: ${title}`,
    description,
    calls: calls.filter(({ tag }) => tag === name).map(({ call }) => call),
  }))
}

function describeCall(
  method: string,
  path: string,
  operation: OpenApiOperation,
  address: string | undefined,
): ApiCall {
  const { summary, description, security, responses } = operation
  const sent = Object.values(operation.requestBody?.content ?? {})[0]?.schema as JsonSchema | undefined
  const [mediaType, answer] = Object.entries(responses['200']?.content ?? {})[0] ?? ['', { schema: {} }]
  const schema = answer.schema as JsonSchema
  const parameters = operation.parameters.map(({ name, in: place, required, schema }) => ({
    name,
    place: place === 'query' ? ('query' as const) : ('path' as const),
    kind: kindOf(schema as JsonSchema, name),
    isRequired: required,
  }))
  const example = sent && exampleValue(sent)
  const query = parameters.filter(({ place, isRequired }) => place === 'query' && isRequired)
  const needsToken = security.length > 0
  return {
    id: `${method} ${path.replace(/^\/v1\//, '')}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/-$/, ''),
    method,
    path,
    summary,
    needsToken,
    parameters,
    isRead: method === 'GET' && operation['x-writes'] !== true,
    callers: description,
    ...(sent && { body: describeFields(sent), example: JSON.stringify(example, null, 2) }),
    answer: { mediaType, kind: kindOf(schema), fields: describeFields(schema) },
    refusals: Object.keys(responses)
      .map(Number)
      .filter((status) => status >= 400),
    curl: printCurl({
      method,
      path,
      query: query.map(({ name }) => name),
      needsToken,
      body: example,
      address,
    }),
  }
}

/** What the search finds on a page: its description, and each call under its heading. */
export const passagesOf = ({ description, calls }: ApiPage): DocsPassage[] => [
  { anchor: '', heading: '', text: description },
  ...calls.map(({ id, method, path, summary, parameters, body = [] }) => ({
    anchor: id,
    heading: `${method} ${path}`,
    text: `${summary} ${[...parameters, ...body].map(({ name }) => name).join(' ')}`,
  })),
]
