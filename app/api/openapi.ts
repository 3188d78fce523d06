import { z } from 'zod'
import { statusOf, type ErrorCode } from '../../core/errors'
import { defineCall, type Access, type Call } from './call'

/** The OpenAPI 3.1 document of `table`. */
export function describeApi(table: Call[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of table) {
    const path = (paths[call.path] ??= {})
    path[call.method.toLowerCase()] = describeCall(call)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'SDO', version: 'v1', description },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'X-SDO-AUTHORIZATION' },
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'X-SDO-AUTHORIZATION' },
      },
      schemas: { Problem: problemSchema },
    },
  }
}

const description = [
  'JSON in and out; every …Epoch is in milliseconds. POST /v1/account/login sets the cookie X-SDO-AUTHORIZATION; automation may send the',
  'same value as `Authorization: Bearer …` or in a header of that name. A write authenticated by the cookie, and a GET that makes something, need the value of the',
  'cookie XSRF-TOKEN in the header X-XSRF-TOKEN. A header Idempotency-Key makes a repeated call that creates something answer like the first one.',
].join(' ')

const problemSchema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    notFound: { type: 'boolean' },
    permissionDenied: { type: 'boolean' },
    duplicateOnPlatform: { type: 'boolean' },
    systemError: { type: 'boolean' },
  },
}

const callers: Record<Access, string> = {
  public: 'Anybody.',
  session: 'A person who has logged in, also before the e-mail address is verified.',
  'password-change': 'A person who is fully logged in or has to change the password first.',
  'terms-acceptance': 'A person who is fully logged in or has to accept terms of service first.',
  member: 'A person who is fully logged in.',
  admin: 'An admin of the team.',
  automation: 'A person or an integration user.',
  integration: 'An integration user.',
}

/** Every way in which `call` may be refused. */
function refusalsOf(call: Call): ErrorCode[] {
  const isRead = call.method === 'GET'
  return [
    ...(call.query || call.body || !isRead ? (['invalid'] as const) : []),
    ...(call.access === 'public' ? [] : (['unauthenticated', 'forbidden'] as const)),
    ...(call.params ? (['not-found'] as const) : []),
    ...(isRead ? [] : (['cross-site', 'too-large', 'unsupported-type'] as const)),
    ...(call.refusals ?? []),
    'unavailable',
  ]
}

function describeCall(call: Call) {
  const statuses = new Set(refusalsOf(call).map(statusOf))
  return {
    summary: call.summary,
    description: `May be called by: ${callers[call.access]}`,
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, letter: string = '') => letter.toUpperCase())}`,
    tags: [tagOf(call.path)],
    ...(call.access !== 'public' && { security: [{ session: [] }, { bearer: [] }, { header: [] }] }),
    parameters: [...parametersOf(call.params, 'path', call.path), ...parametersOf(call.query, 'query', '')],
    ...(call.body && {
      requestBody: { required: !call.body.safeParse({}).success, content: contentOf(call.body, 'input') },
    }),
    responses: {
      200: {
        description: call.downloadAs ? `The file ${call.downloadAs}.` : 'Done.',
        content: contentOf(call.response, 'output', call.mediaType),
      },
      ...Object.fromEntries([...statuses].map((status) => [status, problemAnswer])),
    },
  }
}

const problemAnswer = {
  description: 'Refused.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const tagOf = (path: string) =>
  path.split('/').filter((part) => !['', 'v1', 'view-controller'].includes(part))[0] ?? 'v1'

const contentOf = (schema: z.ZodType, io: 'input' | 'output', mediaType = 'application/json') => ({
  [mediaType]: { schema: withoutDialect(schema, io) },
})

function withoutDialect(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const described: Record<string, unknown> = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  delete described['$schema']
  return described
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', path: string) {
  const described = schema && withoutDialect(schema, 'input')
  const properties = (described?.['properties'] ?? {}) as Record<string, unknown>
  const required = (described?.['required'] ?? []) as string[]
  const names =
    place === 'path' ? [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : Object.keys(properties)
  return names.map((name) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  }))
}

/** GET /v1/openapi.json, which also describes itself. `table` is read when it is called. */
export const createOpenApiCall = (table: () => Call[]): Call =>
  defineCall('GET /v1/openapi.json', {
    summary: 'This document',
    access: 'public',
    response: z.record(z.string(), z.unknown()),
    run: async () => describeApi(table()),
  })
