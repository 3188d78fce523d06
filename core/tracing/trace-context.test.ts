import { expect, it } from 'vitest'
import { contextOfDeployment, contextOfRequest, parseTraceparent, toTraceparent } from './trace-context'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const never = { traceId: '', spanId: '', isSampled: false }

it('is read from a traceparent, also of a later version, and written as one', () => {
  const context = { traceId, spanId, isSampled: true }
  const unsampled = { traceId, spanId, isSampled: false }
  expect(parseTraceparent(`00-${traceId}-${spanId}-00`)).toEqual(unsampled)
  expect(parseTraceparent(`00-${traceId}-${spanId}-02`)).toEqual(unsampled)
  expect(parseTraceparent(`00-${traceId}-${spanId}-03`)).toEqual(context)
  expect(parseTraceparent(`cc-${traceId}-${spanId}-01-what-the-future-brings`)).toEqual(context)
  expect(toTraceparent(context)).toBe(`00-${traceId}-${spanId}-01`)
  expect(toTraceparent(unsampled)).toBe(`00-${traceId}-${spanId}-00`)
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

it('of a request is sampled unless its caller says that the trace is not', () => {
  const requestId = '0af76519-16cd-43dd-8448-eb211c80319c'
  expect(contextOfRequest(undefined, requestId).isSampled).toBe(true)
  expect(contextOfRequest(`00-${'a'.repeat(32)}-${spanId}-00`, requestId).isSampled).toBe(false)
})

it('of a deployment is in the trace of its request and the same for every process', () => {
  const asked = `00-${traceId}-${spanId}-01`
  const context = contextOfDeployment(asked, 'one')
  expect(context).toMatchObject({ traceId, isSampled: true })
  expect(parseTraceparent(toTraceparent(context ?? never))).toEqual(contextOfDeployment(asked, 'one'))
  expect(context?.spanId).not.toBe(contextOfDeployment(asked, 'two')?.spanId)
  expect(contextOfDeployment(null, 'one')).toBeUndefined()
})
