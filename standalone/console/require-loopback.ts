import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Keeps other sites out. Nobody signs in to the console, so what protects it is that a browser says where a request comes
 * from: the host must be loopback (a name that points here is not), and whoever changes something must be this site.
 */
export const requireLoopback: RequestHandler = (request, response, next) => {
  const host = request.headers.host ?? ''
  const isLocal = loopbackNames.includes(host.replace(/:\d+$/, ''))
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (isLocal && (isReading || isOwnPage(request.headers, host))) next()
  else
    response.status(403).json({
      message: 'The console of the simulated cloud can be used from this machine and this site only.',
      code: 'cross-site',
    })
}

/** What a program sends says nothing of all this. `none` is what a person typed or opened from elsewhere than a page. */
function isOwnPage({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, host: string): boolean {
  const isOwnOrigin = origin === undefined || origin === `http://${host}`
  // Our own page is still ours when the browser is told, or chooses, not to name it. Nobody but a browser can set this header.
  if (site === 'same-origin') return isOwnOrigin || origin === 'null'
  return isOwnOrigin && (site === undefined || site === 'none')
}
