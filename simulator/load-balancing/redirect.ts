import type { IncomingMessage, ServerResponse } from 'node:http'

/** Sends who came by HTTP to the same address on HTTPS. */
export function redirect(
  port: number,
  { headers, url = '/' }: IncomingMessage,
  response: ServerResponse,
): void {
  const host = (headers.host ?? '127.0.0.1').replace(/:\d+$/, '')
  response.writeHead(301, { location: `https://${host}:${port}${url}`, 'content-length': 0 })
  response.end()
}
