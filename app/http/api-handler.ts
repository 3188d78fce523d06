import type { Request, Response } from 'express'
import type { ApiRequest } from '../api/api-request'
import type { AppContext } from './context'
import { sendAnswer } from './fetch-answer'
import { addressOf } from './request-address'

/** Whether a request is for /v1, which answers JSON whatever the address, method and content. */
export const isApiRequest = ({ path }: Request): boolean => /^\/v1(\/|$)/.test(path)

/** Answers a call of /v1, whose body was read before. */
export async function handleByApi(request: Request, response: Response, { api }: AppContext): Promise<void> {
  const { body } = request as { body: unknown }
  const call: ApiRequest = {
    method: request.method,
    url: addressOf(request).href,
    headers: { get: (name) => request.get(name) ?? null },
    text: async () => (Buffer.isBuffer(body) ? body.toString('utf8') : ''),
  }
  await sendAnswer(await api(call), response)
}
