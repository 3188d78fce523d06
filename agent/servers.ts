import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Time limits for a request and its headers, so that nobody keeps a connection from others. */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
}
/** Most connections of one server at a time; the controller needs one, each process one. */
const mostConnections = 5000

/** Resolves once it listens. `port` 0 takes any. */
export async function listenOn(server: Server, host: string, port: number): Promise<void> {
  server.maxConnections = mostConnections
  server.listen(port, host)
  await once(server, 'listening')
}

/** At a port of the agent before, which containers know, unless somebody else has it by now. */
export async function listenAgain(server: Server, host: string, port = 0): Promise<void> {
  try {
    await listenOn(server, host, port)
  } catch (error) {
    if (port === 0) throw error
    await listenOn(server, host, 0)
  }
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Closes a server and the connections it has; one that does not listen is fine. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
