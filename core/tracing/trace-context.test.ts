import { expect, it } from 'vitest'
import { contextOfRequest, parseTraceparent, toTraceparent } from './trace-context'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

it('is read from a traceparent, also of a later version, and written as one', () => {
  expect(parseTraceparent(`00-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId })
  expect(parseTraceparent(`cc-${traceId}-${spanId}-01-what-the-future-brings`)).toEqual({ traceId, spanId })
  expect(toTraceparent({ traceId, spanId })).toBe(`00-${traceId}-${spanId}-01`)
})

it.each([
  undefined,
  '',
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01${'-x'.repeat(200)}`,
  `00-${traceId}-${spanId}-01\nSet-Cookie: a=b`,
])('is not read from %j', (text) => {
  expect(parseTraceparent(text)).toBeUndefined()
})

it('of a request is in the trace of its caller, else in one by the id of the request', () => {
  const requestId = '0af76519-16cd-43dd-8448-eb211c80319c'
  expect(contextOfRequest(undefined, requestId).traceId).toBe(traceId)
  const callers = contextOfRequest(`00-${'a'.repeat(32)}-${spanId}-01`, requestId)
  expect(callers.traceId).toBe('a'.repeat(32))
  expect(callers.spanId).not.toBe(spanId)
  expect(parseTraceparent(toTraceparent(callers))).toEqual(callers)
})
