import type { Request, Response } from 'express'
import type { ApiRequest } from '../api/api-request'
import { createApi, type ApiCaller } from '../api/router'
import { apiTable } from '../api/table'
import type { Services } from '../services/services'
import { addressOf } from './request-address'

/** Lets the API answer a request whose body was read before. Nothing of it is a page, so Remix has no part in it. */
export function createApiHandler(services: Services) {
  const answerCall = createApi(apiTable, { services })
  return async (request: Request, response: Response, caller: ApiCaller): Promise<void> => {
    const answer = await answerCall(toApiRequest(request), caller)
    response.status(answer.status)
    for (const [name, value] of answer.headers) response.set(name, value)
    response.end(answer.body)
  }
}

const toApiRequest = (request: Request): ApiRequest => ({
  method: request.method,
  url: addressOf(request).href,
  headers: { get: (name) => request.get(name) ?? null },
  text: () => Promise.resolve(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''),
})
