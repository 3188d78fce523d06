import type { Request } from 'express'
import type { Origin } from '../../services/actor/origin'

const longestUserAgent = 300

/** The origin of a request, as far as the proxies that we trust say. */
export const originOf = (request: Request): Origin => ({
  requestId: request.res?.locals['requestId'] as string,
  traceparent: request.res?.locals['traceparent'] as string,
  address: (request.ip ?? '').replace(/^::ffff:(?=\d+\.)/, ''),
  userAgent: (request.get('user-agent') ?? '').slice(0, longestUserAgent),
})
