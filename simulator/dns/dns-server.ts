import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server, type AddressInfo } from 'node:net'
import { decode, encode, streamEncode, type Packet } from 'dns-packet'

export interface RunningDnsServer {
  host: string
  port: number
  close(): Promise<void>
}

const host = '127.0.0.1'
const lengthBytes = 2
const idleMilliseconds = 10_000
const attempts = 20

/** Answers DNS on a port of the loopback interface, over UDP and TCP. `port` 0 takes any that is free for both. */
export async function startDnsServer(answer: (query: Packet) => Packet, port = 0): Promise<RunningDnsServer> {
  for (let attempt = 1; ; attempt++) {
    const tcp = await listenTcp(answer, port)
    const chosen = (tcp.address() as AddressInfo).port
    try {
      const udp = await listenUdp(answer, chosen)
      return { host, port: chosen, close: () => closeBoth(tcp, udp) }
    } catch (error) {
      tcp.close()
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || port !== 0 || attempt >= attempts) throw error
    }
  }
}

/** The reply to a message; undefined for one that is no query. */
function replyTo(answer: (query: Packet) => Packet, message: Buffer): Packet | undefined {
  try {
    const query = decode(message)
    return query.type === 'query' ? answer(query) : undefined
  } catch {
    return undefined
  }
}

function listenUdp(answer: (query: Packet) => Packet, port: number): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const reply = replyTo(answer, message)
    if (reply) socket.send(encode(reply), from.port, from.address)
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, host, () => {
      socket.off('error', reject).on('error', () => undefined)
      resolve(socket)
    })
  })
}

function listenTcp(answer: (query: Packet) => Packet, port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    let received = Buffer.alloc(0)
    connection.setTimeout(idleMilliseconds, () => connection.destroy())
    connection.on('error', () => connection.destroy())
    connection.on('end', () => connection.end())
    connection.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= lengthBytes && received.length >= lengthBytes + received.readUInt16BE(0)) {
        const end = lengthBytes + received.readUInt16BE(0)
        const reply = replyTo(answer, received.subarray(lengthBytes, end))
        if (reply) connection.write(streamEncode(reply))
        received = received.subarray(end)
      }
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

const closeBoth = (tcp: Server, udp: Socket): Promise<void> =>
  new Promise((resolve) => udp.close(() => tcp.close(() => resolve())))
