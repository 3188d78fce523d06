import { declareMessages } from '../../core/messages/declare-messages'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DomainError } from '../../core/errors'
import { silentLogger } from '../../core/logging/logger'
import type { Services } from '../services/services'
import type { Session } from '../http/request/session'
import { defineCall, type Call } from './call'
import { createApi } from './router'

const { taken } = declareMessages('tried', { taken: 'The name is taken.' })

const nothing = z.object({})

const table: Call[] = [
  defineCall('GET /v1/thing/{id}', {
    summary: 'One thing',
    access: 'public',
    params: z.object({ id: z.string() }),
    response: z.object({ id: z.string() }),
    run: async ({ params }) => ({ id: params.id, secret: 'not in the schema' }),
  }),
  defineCall('GET /v1/thing/new', {
    summary: 'What a new thing needs',
    access: 'public',
    response: z.object({ isNew: z.literal(true) }),
    run: async () => ({ isNew: true as const }),
  }),
  defineCall('POST /v1/thing', {
    summary: 'Make a thing',
    access: 'public',
    audit: 'reads',
    takesKey: true,
    body: z.object({
      name: z.string().max(100),
      ports: z.array(z.object({ port: z.int() })),
      roles: z.record(z.string().max(10), z.string()).optional(),
    }),
    response: z.object({ name: z.string(), submissionId: z.string().optional() }),
    run: async ({ body, submissionId }) => ({ name: body.name, submissionId }),
  }),
  defineCall('POST /v1/fault', {
    summary: 'Fails',
    access: 'public',
    audit: 'reads',
    response: nothing,
    run: async () => {
      throw new Error('password=hunter2')
    },
  }),
  defineCall('POST /v1/taken', {
    summary: 'Refuses',
    access: 'public',
    audit: 'reads',
    response: nothing,
    run: async () => {
      throw new DomainError('conflict', taken, { fields: { name: taken } })
    },
  }),
  defineCall('GET /v1/thing/{id}/thing.json', {
    summary: 'A file',
    access: 'public',
    params: z.object({ id: z.string() }),
    response: z.object({ id: z.string() }),
    downloadAs: 'thing.json',
    run: async ({ params }) => params,
  }),
  defineCall('POST /v1/enter', {
    summary: 'Signs in',
    access: 'public',
    audit: 'reads',
    response: nothing,
    run: async ({ setSession }) => {
      setSession({ token: 'secret', expiresEpoch: 1 })
      return {}
    },
  }),
]

const keys = (count: number) =>
  Array.from({ length: count }, (_, index): [string, number] => [`${index}-${'k'.repeat(900)}`, 1])

/** What is said to who makes a thing of `body`. */
async function refuse(body: string): Promise<{ message: string; fields: Record<string, string> }> {
  const response = await call('POST', '/v1/thing', { body })
  expect(response.status).toBe(400)
  return (await response.json()) as { message: string; fields: Record<string, string> }
}

const sessions: (Session | undefined)[] = []
const answer = createApi(table)

const json = { 'Content-Type': 'application/json' }

const call = (method: string, path: string, { headers, ...init }: RequestInit = {}) =>
  answer(new Request(`http://portal.test${path}`, { method, headers: headers ?? json, ...init }), {
    services: {} as Services,
    actor: { kind: 'anonymous' },
    requestId: 'request-1',
    log: silentLogger,
    setSession: (session) => void sessions.push(session),
  })

describe('the router', () => {
  it.each(['/v1/thing/a%20b', '/v1/thing/a%20b/'])(
    'finds a call with and without a trailing slash: %s',
    async (path) => {
      expect(await (await call('GET', path)).json()).toEqual({ id: 'a b' })
    },
  )

  it('prefers what is spelled out to what an id would match', async () => {
    expect(await (await call('GET', '/v1/thing/new')).json()).toEqual({ isNew: true })
  })

  it.each(['/v1', '/v1/', '/v1/things', '/v1/thing/a/b', '/v1/thing//', '/v1/thing/%E0%A4%A'])(
    'answers JSON 404 to %s',
    async (path) => {
      const response = await call('GET', path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not-found', requestId: 'request-1' })
    },
  )

  it('names the methods that a path allows', async () => {
    const response = await call('DELETE', '/v1/thing')
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('POST')
  })

  it.each([
    ['{', 'body'],
    ['[]', 'body'],
    ['', 'name'],
    ['{"name":1,"ports":[]}', 'name'],
    ['{"name":"a","ports":[{"port":80},{"port":"x"}]}', 'ports.1.port'],
  ])('answers 400 to the body %s and names the field %s', async (body, field) => {
    const response = await call('POST', '/v1/thing', { body })
    expect(response.status).toBe(400)
    const { code, fields } = (await response.json()) as { code: string; fields: Record<string, string> }
    expect(code).toBe('invalid')
    expect(fields).toHaveProperty([field])
  })

  it.each([
    ['application/json', 200],
    ['Application/JSON; charset=utf-8', 200],
    ['text/plain', 415],
    ['text/plain; application/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json-seq', 415],
    ['', 415],
  ])('answers a body that is called %j with %i', async (contentType, status) => {
    const body = new Blob(['{"name":"a","ports":[]}'])
    const response = await call('POST', '/v1/thing', { body, headers: { 'Content-Type': contentType } })
    expect(response.status).toBe(status)
    if (status === 415) expect(await response.json()).toMatchObject({ code: 'unsupported-type' })
  })

  it.each(['', '  \n'])('needs no type for a body in which nothing is: %j', async (body) => {
    expect((await call('POST', '/v1/taken', { body, headers: {} })).status).toBe(409)
  })

  it('names at most 20 faults, and says how many there are besides', async () => {
    const body = JSON.stringify({ name: 'a', ports: Array(500).fill({ port: 'x' }) })
    const { message, fields } = await refuse(body)
    expect(Object.keys(fields)).toHaveLength(20)
    expect(message).toMatch(/ports\.19\.port: .*; and 480 more$/)
    expect(message.length).toBeLessThan(2000)
  })

  it.each([
    ['keys', JSON.stringify({ name: 'a', ports: [], roles: { ['k'.repeat(900_000)]: 1 } })],
    ['many keys', JSON.stringify({ name: 'a', ports: [], roles: Object.fromEntries(keys(1000)) })],
    ['texts', JSON.stringify({ name: 'x'.repeat(900_000), ports: 'x'.repeat(90_000) })],
    ['lists', JSON.stringify({ name: 1, ports: Array(300_000).fill(1) })],
    ['depth', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ])('refuses a megabyte of %s in few words', async (_what, body) => {
    const { message, fields } = await refuse(body)
    expect(Object.keys(fields).length).toBeGreaterThan(0)
    expect(message.length + JSON.stringify(fields).length).toBeLessThan(12_000)
  })

  it('hands a call its idempotency key, told apart from the same key of another call', async () => {
    const body = '{"name":"a","ports":[]}'
    const headers = { ...json, 'Idempotency-Key': 'k' }
    const response = await call('POST', '/v1/thing', { body, headers })
    expect(await response.json()).toEqual({ name: 'a', submissionId: 'POST /v1/thing k' })
  })

  it('says nothing about a fault of ours but its request id', async () => {
    const response = await call('POST', '/v1/fault')
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('hunter2')
    expect(JSON.parse(text)).toMatchObject({ code: 'internal', requestId: 'request-1' })
  })

  it('gives the message and the fields of a refusal with its status', async () => {
    const response = await call('POST', '/v1/taken')
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({
      message: 'The name is taken.',
      code: 'conflict',
      messageCode: 'tried.taken',
      requestId: 'request-1',
      fields: { name: 'The name is taken.' },
      fieldCodes: { name: 'tried.taken' },
    })
  })

  it('gives a file its name', async () => {
    const response = await call('GET', '/v1/thing/7/thing.json')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="thing.json"')
    expect(await response.json()).toEqual({ id: '7' })
  })

  it('lets a call sign its caller in', async () => {
    await call('POST', '/v1/enter')
    expect(sessions).toEqual([{ token: 'secret', expiresEpoch: 1 }])
  })
})
