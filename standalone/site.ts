import express, { type Express, type RequestHandler } from 'express'
import { isLoopbackHost } from '../core/start/loopback-host'

/** The site on this machine: `parts`, asked one after the other, for nobody who came here by another name. */
export const createSite = (...parts: RequestHandler[]): Express =>
  express()
    .disable('x-powered-by')
    .use(requireOwnHost, ...parts)

/**
 * Lets requests in that were made by a name of this machine. Whoever runs SDO for themselves meets no login at /dev, and a browser
 * takes a stranger's page for ours when the stranger's name leads to 127.0.0.1: only by that name can the two be told apart.
 */
const requireOwnHost: RequestHandler = (request, response, next) => {
  if (isOwnHost(request.headers.host ?? '')) return next()
  response.status(403).set('Cache-Control', 'no-store').json({
    message:
      'SDO answers here by the name of this machine alone. Open it at http://127.0.0.1 or http://localhost.',
    code: 'cross-site',
  })
}

/** The name in the header Host, with or without a port. */
const isOwnHost = (host: string): boolean => isLoopbackHost(host.toLowerCase().replace(/:\d+$/, ''))
