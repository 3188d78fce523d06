import { DomainError, type ErrorCode } from '../../../core/errors'
import type { Clock } from '../../../core/time/clock'
import type { Tracing } from '../../../core/tracing/span'
import { childOf, parseTraceparent } from '../../../core/tracing/trace-context'
import { currentOrigin } from '../../services/actor/origin'
import type { UseCaseObserver } from '../../services/dependencies'

const codeOf = (failure: unknown): ErrorCode => (failure instanceof DomainError ? failure.code : 'internal')

/** Tells of each use case that a request asks for as part of the request. */
export const traceUseCases =
  (tracing: Tracing, clock: Pick<Clock, 'now'>): UseCaseObserver =>
  async (name, work) => {
    const request = parseTraceparent(currentOrigin().traceparent)
    if (!request?.isSampled) return work()
    const startEpoch = clock.now()
    const startedAt = performance.now()
    const tell = (outcome: 'success' | ErrorCode) =>
      tracing.record({
        name,
        context: childOf(request),
        parentSpanId: request.spanId,
        startEpoch,
        endEpoch: startEpoch + performance.now() - startedAt,
        attributes: { 'sdo.outcome': outcome },
        isFailed: outcome === 'internal' || outcome === 'unavailable',
      })
    try {
      const result = await work()
      tell('success')
      return result
    } catch (failure) {
      tell(codeOf(failure))
      throw failure
    }
  }
