import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'

type ServerLimits = Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>

/** A client that takes longer to send a request, or its headers, keeps a connection from others. */
const limits: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
}

const answers: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Please try again.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers are too large. Delete the cookies of this site, and try again.',
  ],
}

const incomprehensible = ['400 Bad Request', 'The request could not be understood.'] as const

/** A server that gives nobody time without end, and says so also to what never became a request. */
export function createLimitedServer(handler: RequestListener, changes: ServerLimits = {}): Server {
  const server = createServer({ ...limits, ...changes }, handler)
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (failure.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, message] = answers[failure.code ?? ''] ?? incomprehensible
    const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n`
    socket.end(`${head}Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`)
  })
  return server
}
