import {
  createServer,
  type RequestListener,
  type Server,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { forwardRequest } from './forward-request'
import { forwardUpgrade } from './forward-upgrade'
import type { TargetPool } from './target-pool'
import type { OpenPort, PortOptions } from './traffic'

/** Longer than any client keeps an idle connection, so that it is the client who closes it and no request meets a closing one. */
const idleClientMs = 120_000

/** Opens a port on the loopback interface that forwards HTTP or HTTPS to the healthy targets of `pool`. See `Traffic.open`. */
export async function openProxy(
  wishedPort: number,
  pool: (host?: string) => TargetPool | undefined,
  { redirectPort, isUnknown, identityOf }: PortOptions = {},
): Promise<OpenPort> {
  const handle: RequestListener = (request, response) => {
    const host = hostOf(request)
    const port = redirectPort?.(host)
    if (isUnknown?.(host)) sayUnknown(response)
    else if (port === undefined) forwardRequest(() => pool(host), request, response)
    else redirect(port, request, response)
  }
  const options = { keepAliveTimeout: idleClientMs, requestTimeout: 0 }
  const server = identityOf
    ? createHttpsServer(
        { ...options, ...(await identityOf(undefined)), SNICallback: contextsOf(identityOf) },
        handle,
      )
    : createServer(options, handle)
  server.headersTimeout = idleClientMs + 1000
  server.on('upgrade', (request, socket, head) =>
    forwardUpgrade(() => pool(hostOf(request)), request, socket, head),
  )
  server.on('clientError', (_error, socket) => socket.destroy())
  const port = await listen(server, wishedPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && wishedPort !== 0) return listen(server, 0)
    throw error
  })
  return {
    port,
    url: `${identityOf ? 'https' : 'http'}://127.0.0.1:${port}`,
    ...(identityOf && {
      async renew() {
        const identity = await identityOf(undefined)
        if (identity && server instanceof HttpsServer) server.setSecureContext(identity)
      },
    }),
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

type Tell = (error: Error | null, context?: SecureContext) => void

/** Whom to show which certificate. */
const contextsOf = (identityOf: NonNullable<PortOptions['identityOf']>) => (name: string, tell: Tell) => {
  identityOf(name).then(
    (identity) =>
      identity ? tell(null, createSecureContext(identity)) : tell(new Error('There is no certificate.')),
    (error: unknown) => tell(error instanceof Error ? error : new Error(String(error))),
  )
}

/** The host that is asked for, without a port. */
const hostOf = ({ headers }: IncomingMessage): string | undefined => headers.host?.replace(/:\d+$/, '')

function sayUnknown(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' })
  response.end('Nothing has this name.\n')
}

/** Sends who came by HTTP to the same address on HTTPS. */
function redirect(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { url = '/' } = request
  const host = hostOf(request) ?? '127.0.0.1'
  response.writeHead(301, { location: `https://${host}:${port}${url}`, 'content-length': 0 })
  response.end()
}
