import type { IncomingMessage } from 'node:http'

/** Headers that concern one connection only, and are never passed on. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

const forwarded = new Set(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-port'])

type HeaderPair = [name: string, value: string]

/** The end-to-end headers of a message, in their order and spelling, repeated ones repeated. */
function endToEndHeaders({ rawHeaders, headers }: IncomingMessage): HeaderPair[] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  const pairs: HeaderPair[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    const key = name.toLowerCase()
    if (!hopByHop.has(key) && !named.has(key)) pairs.push([name, value])
  }
  return pairs
}

/** Headers for the target: the client's own, and where the request came from. */
export function requestHeaders(request: IncomingMessage): string[] {
  const client = request.socket.remoteAddress ?? ''
  const before = request.headers['x-forwarded-for']
  const pairs = endToEndHeaders(request).filter(([name]) => !forwarded.has(name.toLowerCase()))
  pairs.push(
    ['X-Forwarded-For', before ? `${String(before)}, ${client}` : client],
    ['X-Forwarded-Proto', 'encrypted' in request.socket ? 'https' : 'http'],
    ['X-Forwarded-Port', String(request.socket.localPort ?? '')],
  )
  if (request.headers['transfer-encoding'] !== undefined) pairs.push(['Transfer-Encoding', 'chunked'])
  return pairs.flat()
}

export const responseHeaders = (response: IncomingMessage): string[] => endToEndHeaders(response).flat()
