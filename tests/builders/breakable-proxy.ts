import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP connection to `target` that a test can cut and restore. */
export async function startBreakableProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let isBroken = false
  let connections = 0
  let bytesLeft = Number.POSITIVE_INFINITY
  const server = createServer((client) => {
    if (isBroken) return void client.destroy()
    connections += 1
    const upstream = connect(target.port, target.host)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
    upstream.on('data', (chunk: Buffer) => {
      bytesLeft -= chunk.length
      if (bytesLeft <= 0) setBroken()
    })
  })
  const setBroken = () => {
    isBroken = true
    cut()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** How many were made. */
    get connections() {
      return connections
    },
    /** Closes what is open, as a server does with idle connections; new ones are taken. */
    cut,
    break: setBroken,
    /** Breaks once the target has answered so many bytes more. */
    breakAfter(bytes: number) {
      bytesLeft = bytes
    },
    restore() {
      isBroken = false
      bytesLeft = Number.POSITIVE_INFINITY
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
