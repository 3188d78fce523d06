import { quotaTable } from '../services/quotas/quotas'
import { z } from 'zod'
import { statusOf, type ErrorCode } from '../../core/errors'
import { protectionRules } from '../services/access/protection'
import { defineCall, isWrite, type Access, type Call, type NamedCall } from './call'

/** The part of an area of the API that the document takes: its calls carry its name as their tag. */
interface DescribedArea {
  name: string
  title: string
  description: string
  calls: Call[]
}

/** The OpenAPI 3.1 document of the calls of `areas`. */
export function describeApi(areas: DescribedArea[]) {
  const paths: Record<string, Record<string, DescribedCall>> = {}
  for (const { name, calls } of areas)
    for (const call of calls) {
      const path = (paths[call.path] ??= {})
      path[call.method.toLowerCase()] = describeCall(call, name)
    }
  return {
    openapi: '3.1.0',
    info: { title: 'SDO', version: 'v1', description, license: { name: 'Terms of service', url: '/terms' } },
    servers: [{ url: '/', description: 'The portal that answers with this document.' }],
    tags: areas.map(({ name, title, description }) => ({ name, 'x-displayName': title, description })),
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
  required: ['message', 'code', 'messageCode', 'requestId'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string', description: 'The kind of refusal, one for each status.' },
    messageCode: {
      type: 'string',
      description:
        'Which message it is, whatever its words are: `deployments.ended`. It stays when the words change.',
    },
    requestId: { type: 'string' },
    documentation: { type: 'string', description: 'Where this portal says what to do: a path under /docs.' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    fieldCodes: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Which message each of `fields` has, whatever its words are: `core.fieldWrong`.',
    },
    revision: {
      type: 'string',
      description: 'The current revision of settings that somebody changed after you read them.',
    },
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
    // At least for a header Idempotency-Key that is too long.
    'invalid',
    ...(call.access === 'public' ? [] : (['unauthenticated', 'forbidden'] as const)),
    ...(call.params ? (['not-found'] as const) : []),
    ...(isRead ? [] : (['cross-site', 'too-large', 'unsupported-type'] as const)),
    ...(call.quotas ?? []).map((name) => quotaTable[name].code),
    ...(call.refusals ?? []),
    'unavailable',
  ]
}

type DescribedCall = ReturnType<typeof describeCall>

/** Ways to send the token with a call that is not public. */
const securities: Record<string, string[]>[] = [{ session: [] }, { bearer: [] }, { header: [] }]

function describeCall(call: Call, tag: string) {
  const statuses = new Set(refusalsOf(call).map((code) => call.statuses?.[code] ?? statusOf(code)))
  return {
    summary: call.summary,
    description: `May be called by: ${callers[call.access]}${describeProtection(call)}`,
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, letter: string = '') => letter.toUpperCase())}`,
    tags: [tag],
    ...(call.method === 'GET' && isWrite(call) && { 'x-writes': true }),
    security: call.access === 'public' ? [] : securities,
    parameters: [...parametersOf(call.params, 'path', call.path), ...parametersOf(call.query, 'query', '')],
    ...(call.body && {
      requestBody: { required: !call.body.safeParse({}).success, content: contentOf(call.body, 'input') },
    }),
    responses: {
      200: {
        description: describeAnswer(call),
        content: contentOf(call.response, 'output', call.mediaType),
        ...(call.events && {
          'x-events': Object.fromEntries(
            Object.entries(call.events).map(([name, schema]) => [name, withoutDialect(schema, 'output')]),
          ),
        }),
      },
      ...Object.fromEntries([...statuses].map((status) => [status, problemAnswer])),
    },
  }
}

const describeProtection = ({ inProtected = 'free' }: Call): string =>
  inProtected === 'free' ? '' : ` In a protected environment: it ${protectionRules[inProtected]}.`

function describeAnswer({ downloadAs, events }: Call): string {
  if (events)
    return `Server-sent events until one is called end, each with JSON: ${Object.keys(events).join(', ')}. To resume one that ends before, send the header Last-Event-ID.`
  return downloadAs ? `The file ${downloadAs}.` : 'Done.'
}

const problemAnswer = {
  description: 'Refused; the message says why.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

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

/** GET /v1/openapi.json, which also describes itself. `areas` are read when it is called. */
export const createOpenApiCall = (areas: () => DescribedArea[]): NamedCall<'GET /v1/openapi.json'> =>
  defineCall('GET /v1/openapi.json', {
    summary: 'This document',
    access: 'public',
    response: z.record(z.string(), z.unknown()),
    run: async () => describeApi(areas()),
  })
