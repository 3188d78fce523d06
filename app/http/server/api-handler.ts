import type { Request, Response } from 'express'
import type { ApiRequest } from '../../api/api-request'
import { createApi, type ApiCaller } from '../../api/router'
import { apiTable } from '../../api/table'
import type { Services } from '../../services/services'
import { addressOf } from '../request/request-address'

/** Lets the API answer a request whose body was read before. Nothing of it is a page, so Remix has no part in it. */
export function createApiHandler(services: Services) {
  const answerCall = createApi(apiTable, { services })
  return async (request: Request, response: Response, caller: ApiCaller): Promise<void> => {
    const { status, headerFields, body } = await answerCall(toApiRequest(request), caller)
    response.statusCode = status
    for (const [name, value] of Object.entries(headerFields)) response.setHeader(name, value)
    // With its length it is sent in one piece.
    response.setHeader('Content-Length', Buffer.byteLength(body))
    response.end(body)
  }
}

const toApiRequest = (request: Request): ApiRequest => ({
  method: request.method,
  url: addressOf(request),
  headers: { get: (name) => request.get(name) ?? null },
  text: () => Promise.resolve(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''),
})
