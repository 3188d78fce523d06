import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Clock } from '../../../core/time/clock'
import type { Tracing } from '../../../core/tracing/span'
import { contextOfRequest, parseTraceparent, toTraceparent } from '../../../core/tracing/trace-context'

/** What somebody here may answer. Node understands more. */
export const knownMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

interface RequestTracing {
  tracing: Tracing
  clock: Pick<Clock, 'now'>
  /** The pattern of a path, of which there are as many as routes. */
  patternOf(path: string): string
}

/**
 * Names the request and its trace, for log lines and for whoever reports a failure. Where somebody collects spans, the one of the trace context
 * that is answered and handed on is the request's own.
 */
export const identify =
  (requestTracing?: RequestTracing): RequestHandler =>
  (request, response, next) => {
    const requestId = randomUUID()
    response.locals['requestId'] = requestId
    response.setHeader('X-Request-Id', requestId)
    const given = request.get('traceparent')
    const context = contextOfRequest(given, requestId)
    if (requestTracing) {
      const { tracing, clock, patternOf } = requestTracing
      const { method, path } = request
      const caller = parseTraceparent(given)
      context.isSampled = tracing.isSampled(context.traceId, caller)
      const startEpoch = clock.now()
      const startedAt = performance.now()
      response.once('close', () => {
        if (!context.isSampled) return
        const route = patternOf(path)
        // As OpenTelemetry names what nobody answers.
        const isKnown = knownMethods.includes(method)
        const { statusCode, writableFinished } = response
        tracing.record({
          name: `${isKnown ? method : 'HTTP'} ${route}`,
          kind: 'server',
          context,
          parentSpanId: caller?.spanId,
          startEpoch,
          endEpoch: startEpoch + performance.now() - startedAt,
          attributes: {
            'http.request.method': isKnown ? method : '_OTHER',
            'http.route': route,
            'http.response.status_code': writableFinished ? statusCode : undefined,
            'sdo.request_id': requestId,
          },
          isFailed: statusCode >= 500,
        })
      })
    }
    const traceparent = toTraceparent(context)
    response.locals['traceparent'] = traceparent
    response.setHeader('traceparent', traceparent)
    next()
  }
