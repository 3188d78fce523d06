import type { EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'

/** Renders a page in one piece: nothing on our pages comes later than the rest, so a stream would only cost. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Response {
  const page = renderToString(<RemixServer context={remixContext} url={request.url} />)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${page}`, { headers, status })
}

/**
 * What loaders and actions threw without a loadPage or submitPage around them, and what Remix itself refuses: an address or a method
 * that no route has. In its words there is what somebody asked for, which may be a secret, so only the status is logged.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error)) context.log.info({ status: error.status }, 'request refused')
  else context.log.error({ err: error }, 'request failed')
}
