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
  if (isLocal && (isReading || isSameSite(request.headers, host))) next()
  else
    response.status(403).json({
      message: 'The console of the simulated cloud can be used from this machine and this site only.',
      code: 'cross-site',
    })
}

function isSameSite(headers: Record<string, string | string[] | undefined>, host: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}
