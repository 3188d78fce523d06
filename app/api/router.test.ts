import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DomainError } from '../../core/errors'
import { silentLogger } from '../../core/logger'
import type { Services } from '../services/services'
import { defineCall, type Call, type Session } from './call'
import { createApi } from './router'

const nothing = z.object({})

const table: Call[] = [
  defineCall({
    method: 'GET',
    path: '/v1/thing/{id}',
    summary: 'One thing',
    access: 'public',
    params: z.object({ id: z.string() }),
    response: z.object({ id: z.string() }),
    run: async ({ params }) => ({ id: params.id, secret: 'not in the schema' }),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/thing/new',
    summary: 'What a new thing needs',
    access: 'public',
    response: z.object({ isNew: z.literal(true) }),
    run: async () => ({ isNew: true as const }),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/thing',
    summary: 'Make a thing',
    access: 'public',
    body: z.object({ name: z.string(), ports: z.array(z.object({ port: z.int() })) }),
    response: z.object({ name: z.string(), submissionId: z.string().optional() }),
    run: async ({ body, submissionId }) => ({ name: body.name, submissionId }),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/fault',
    summary: 'Fails',
    access: 'public',
    response: nothing,
    run: async () => {
      throw new Error('password=hunter2')
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/taken',
    summary: 'Refuses',
    access: 'public',
    response: nothing,
    run: async () => {
      throw new DomainError('conflict', 'The name is taken.', { fields: { name: 'The name is taken.' } })
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/thing/{id}/thing.json',
    summary: 'A file',
    access: 'public',
    params: z.object({ id: z.string() }),
    response: z.object({ id: z.string() }),
    downloadAs: 'thing.json',
    run: async ({ params }) => params,
  }),
  defineCall({
    method: 'POST',
    path: '/v1/enter',
    summary: 'Signs in',
    access: 'public',
    response: nothing,
    run: async ({ setSession }) => {
      setSession({ token: 'secret', expiresEpoch: 1 })
      return {}
    },
  }),
]

const sessions: (Session | undefined)[] = []
const answer = createApi(table, { services: {} as Services })

const call = (method: string, path: string, init: RequestInit = {}) =>
  answer(new Request(`http://portal.test${path}`, { method, ...init }), {
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

  it('hands a call its idempotency key, told apart from the same key of another call', async () => {
    const body = '{"name":"a","ports":[]}'
    const headers = { 'Idempotency-Key': 'k' }
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
      requestId: 'request-1',
      fields: { name: 'The name is taken.' },
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
