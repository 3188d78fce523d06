import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { expect, it } from 'vitest'
import type { Span } from '../../../core/tracing/span'
import { parseTraceparent } from '../../../core/tracing/trace-context'
import { identify } from './identify'

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** A request that was answered, its spans, and what the answer says of its trace. */
function send(method: string, { isSampled = true, traceparent = '' } = {}) {
  const spans: Span[] = []
  const headers = new Map<string, string>()
  const response = Object.assign(new EventEmitter(), {
    locals: {},
    statusCode: 200,
    writableFinished: true,
    setHeader: (name: string, value: string) => headers.set(name, value),
  })
  const request = { method, path: '/v1/environment/6f1c/status', get: () => traceparent || undefined }
  const handle = identify({
    tracing: {
      isSampled: () => isSampled,
      record: (span) => void spans.push(span),
      stop: () => Promise.resolve(),
    },
    clock: { now: () => 1000 },
    patternOf: () => '/v1/*',
  })
  void handle(request as unknown as Request, response as unknown as Response, () => undefined)
  response.emit('close')
  return { spans, answered: parseTraceparent(headers.get('traceparent')) }
}

it("a request's span is under the caller's, and is the one that the answer names", () => {
  const { spans, answered } = send('GET', { traceparent: caller })
  expect(spans).toMatchObject([
    { name: 'GET /v1/*', parentSpanId: 'b7ad6b7169203331', attributes: { 'http.request.method': 'GET' } },
  ])
  expect(spans[0]?.context).toEqual(answered)
  expect(answered?.traceId).toBe(parseTraceparent(caller)?.traceId)
})

it('a method that nobody answers is told as OpenTelemetry tells it', () => {
  const { spans } = send('PROPFIND')
  expect(spans).toMatchObject([{ name: 'HTTP /v1/*', attributes: { 'http.request.method': '_OTHER' } }])
})

it('a request whose trace is not exported has no span, and says so to whoever it asks', () => {
  const { spans, answered } = send('GET', { isSampled: false, traceparent: caller })
  expect(spans).toEqual([])
  expect(answered?.isSampled).toBe(false)
})
