import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

/** An https server by a certificate that no usual authority signed, and a proxy that is the only way to it, whatever it is called. */
export async function serveBehindProxy(names: string[], answer: RequestListener) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) },
    ],
  })
  const sockets = new Set<Socket>()
  const server = createHttps({ key, cert }, answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** What was asked for by CONNECT. */
  const asked: string[] = []
  const proxy = createHttp().listen(0, '127.0.0.1')
  proxy.on('connect', (request, client: Socket) => {
    asked.push(request.url ?? '')
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
  })
  await once(proxy, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
    proxy.close()
  })
  return { proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, port, cert, asked }
}
