import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'

/**
 * Keeps other sites from pressing the buttons. Nobody signs in to the console, so what protects it, besides the name it is opened by
 * (see `requireOwnHost`), is that a browser says where a request comes from.
 */
export const requireOwnPage: RequestHandler = ({ method, headers }, response, next) => {
  if (method === 'GET' || method === 'HEAD' || isOwnPage(headers)) return next()
  response.status(403).json({
    message: 'The console of the simulated cloud can be used from this site only.',
    code: 'cross-site',
  })
}

/** What a program sends says nothing of all this. `none` is what a person typed or opened from elsewhere than a page. */
function isOwnPage({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  const isOwnOrigin = origin === undefined || origin === `http://${host}`
  // Our own page is still ours when the browser is told, or chooses, not to name it. Nobody but a browser can set this header.
  if (site === 'same-origin') return isOwnOrigin || origin === 'null'
  return isOwnOrigin && (site === undefined || site === 'none')
}
