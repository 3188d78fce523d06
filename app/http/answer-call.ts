import type { Request as ExpressRequest, Response as ExpressResponse } from 'express'
import type { ApiCaller, ApiRequest, createApi } from '../api/router'

/** Whether a path is one of /v1, which programs call as well as our own scripts. */
export const isCall = (path: string) => /^\/v1(\/|$)/i.test(path)

/** Lets the API answer a request whose body was read before. Nothing of it is a page, so Remix has no part in it. */
export async function answerCall(
  api: ReturnType<typeof createApi>,
  request: ExpressRequest,
  response: ExpressResponse,
  caller: ApiCaller,
): Promise<void> {
  const answer = await api(toApiRequest(request), caller)
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.set(name, value)
  response.end(answer.body)
}

const toApiRequest = (request: ExpressRequest): ApiRequest => ({
  method: request.method,
  url: new URL(request.originalUrl, 'http://portal'),
  headers: { get: (name) => request.get(name) ?? null },
  text: () => Promise.resolve(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''),
})
