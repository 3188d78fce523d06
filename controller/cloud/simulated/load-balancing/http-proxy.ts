import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forwardRequest } from './forward-request'
import { forwardUpgrade } from './forward-upgrade'
import type { TargetPool } from './target-pool'
import type { OpenPort } from './traffic'

/** Longer than any client keeps an idle connection, so that it is the client who closes it and no request meets a closing one. */
const idleClientMs = 120_000

/** Opens a port on the loopback interface that forwards HTTP to the healthy targets of `pool`. See `Traffic.open`. */
export async function openProxy(wishedPort: number, pool: () => TargetPool | undefined): Promise<OpenPort> {
  const handle: RequestListener = (request, response) => forwardRequest(pool, request, response)
  const server = createServer({ keepAliveTimeout: idleClientMs, requestTimeout: 0 }, handle)
  server.headersTimeout = idleClientMs + 1000
  server.on('upgrade', (request, socket, head) => forwardUpgrade(pool, request, socket, head))
  server.on('clientError', (_error, socket) => socket.destroy())
  const port = await listen(server, wishedPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && wishedPort !== 0) return listen(server, 0)
    throw error
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
