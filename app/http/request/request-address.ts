import { requestMessages } from '../../messages/request-messages'
import type { Request } from 'express'
import { invalid } from '../../../core/errors'

/**
 * The whole address of a request. The host comes from its own header and never from the target of the request line, which
 * may name another one.
 *
 * @throws DomainError `invalid` for what is no address
 */
export function addressOf(request: Request): URL {
  const host = request.get('host') ?? 'localhost'
  try {
    if (/^[\w.:[\]-]+$/.test(host) && request.originalUrl.startsWith('/'))
      return new URL(`${request.protocol}://${host}${request.originalUrl}`)
  } catch {
    // Told as every other address that is none.
  }
  throw invalid(requestMessages.addressWrong)
}
