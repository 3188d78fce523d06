import { request as openRequest, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { requestHeaders, responseHeaders } from './proxy-headers'
import { connectionsTo } from './target-connections'
import type { TargetPool } from './target-pool'

const headOf = (statusLine: string, headers: string[]): string => {
  const lines = [statusLine]
  for (let index = 0; index + 1 < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Forwards a request to change protocols, such as a WebSocket's, and then whatever both sides say. */
export function forwardUpgrade(
  pool: () => TargetPool | undefined,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): void {
  client.on('error', () => client.destroy())
  const endpoint = pool()?.pick(new Set())
  if (!endpoint) {
    client.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    return
  }
  const over = endpoint.begin()
  client.once('close', over)
  const upgrade = ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? '']
  const upstream = openRequest({
    host: endpoint.host,
    port: endpoint.port,
    method: request.method,
    path: request.url,
    headers: [...requestHeaders(request), ...upgrade],
    agent: connectionsTo(endpoint).fresh,
  })
  upstream.on('upgrade', (answer, target, targetHead) => {
    const accepted = ['Connection', 'Upgrade', 'Upgrade', answer.headers.upgrade ?? '']
    client.write(headOf('HTTP/1.1 101 Switching Protocols', [...responseHeaders(answer), ...accepted]))
    client.write(targetHead)
    target.write(head)
    target.on('error', () => client.destroy())
    target.once('close', () => client.destroy())
    client.once('close', () => target.destroy())
    endpoint.gone.addEventListener('abort', () => target.destroy(), { once: true })
    target.pipe(client).pipe(target)
  })
  upstream.on('response', (answer) => {
    client.write(
      headOf(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, [
        ...responseHeaders(answer),
        'Connection',
        'close',
      ]),
    )
    answer.pipe(client)
  })
  upstream.on('error', () => client.destroy())
  client.once('close', () => upstream.destroy())
  upstream.end()
}
