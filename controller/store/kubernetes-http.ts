import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { ResponseContext, wrapHttpLibrary, type RequestContext } from '@kubernetes/client-node'
import { readBounded } from '../../core/text/read-bounded'

/** Hundreds of objects on one page, none of them larger than Kubernetes keeps. */
const largestAnswer = 256 * 1024 * 1024

/** The transport of the client's calls to the API: its own reads answers of any size. Time is bounded by each request's signal. */
export const createBoundedHttp = (maxAnswerBytes = largestAnswer) =>
  wrapHttpLibrary({
    async send(request: RequestContext): Promise<ResponseContext> {
      const answer = await open(request)
      const body = await readBounded(answer, maxAnswerBytes)
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      )
      return new ResponseContext(answer.statusCode ?? 0, headers, {
        text: () => Promise.resolve(body),
        binary: () => Promise.resolve(Buffer.from(body)),
      })
    },
  })

const open = (request: RequestContext): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = new URL(request.getUrl())
    const body = request.getBody()
    const send = url.protocol === 'http:' ? requestHttp : requestHttps
    send(
      url,
      {
        method: request.getHttpMethod(),
        headers: request.getHeaders(),
        agent: request.getAgent(),
        signal: request.getSignal(),
      },
      resolve,
    )
      .once('error', reject)
      .end(body === undefined ? undefined : String(body))
  })
