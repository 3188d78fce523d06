import type { RequestHandler } from 'express'
import type { AppMetrics } from '../../metrics/app-metrics'
import { knownMethods } from './identify'

/** Measures every request until its answer has left, or its client has. */
export const observeRequests =
  (metrics: AppMetrics, patternOf: (path: string) => string): RequestHandler =>
  (request, response, next) => {
    const { method, path } = request
    const startedAt = performance.now()
    const end = metrics.beginRequest()
    response.once('close', () => {
      end()
      metrics.observeRequest({
        method: knownMethods.includes(method) ? method : 'other',
        route: patternOf(path),
        status: response.writableFinished ? String(response.statusCode) : 'aborted',
        seconds: (performance.now() - startedAt) / 1000,
      })
    })
    next()
  }
