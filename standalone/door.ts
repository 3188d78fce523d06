import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLimitedServer } from '../app/http/server/limited-server'
import { StartError } from './options'

interface Door {
  /** Without a trailing slash. */
  url: string
  /** Lets requests in; until then they are told to come again. */
  serve(handler: RequestListener): void
  /** Lets nobody in any more; resolves when those inside have their answers, or were given time enough. */
  close(): Promise<void>
}

const patienceMilliseconds = 3000

const sayStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1' }).end('SDO is starting.\n')
}

/**
 * Takes the port before anything else is started, on loopback only, so that a port in use is found out at once.
 *
 * @throws StartError if the port cannot be had
 */
export async function openDoor(port: number): Promise<Door> {
  let handler = sayStarting
  const server = createLimitedServer((request, response) => handler(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(explain(port, cause)))
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(next) {
      handler = next
    },
    close: () =>
      new Promise((resolve) => {
        const giveUp = setTimeout(() => server.closeAllConnections(), patienceMilliseconds)
        server.close(() => {
          clearTimeout(giveUp)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function explain(port: number, cause: NodeJS.ErrnoException): StartError {
  const reason =
    cause.code === 'EADDRINUSE' ? 'is in use: stop what listens there' : `cannot be used (${cause.code})`
  return new StartError(`Port ${port} ${reason}, or choose another with PORT.`, { cause })
}
