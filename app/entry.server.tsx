import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'

const timeoutMilliseconds = 10_000

/** Renders a page as a stream; a robot gets it in one piece. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { cspNonce, log }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const answer = () => {
      isAnswered = true
      const body = new PassThrough()
      headers.set('Content-Type', 'text/html; charset=utf-8')
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
      pipe(body)
    }
    const isRobot = isbot(request.headers.get('user-agent'))
    const { pipe, abort } = renderToPipeableStream(
      <RemixServer context={remixContext} url={request.url} abortDelay={timeoutMilliseconds} />,
      {
        nonce: cspNonce,
        ...(isRobot ? { onAllReady: answer } : { onShellReady: answer }),
        onShellError: reject,
        onError(error) {
          status = 500
          if (isAnswered) log.error({ err: error }, 'rendering failed')
        },
      },
    )
    setTimeout(abort, timeoutMilliseconds).unref()
  })
}

/** What loaders and actions threw without a loadPage or submitPage around them. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.log.error({ err: error }, 'request failed')
}
