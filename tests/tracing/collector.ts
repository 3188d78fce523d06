import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectOutput } from '../secrets/collect'

/** A span as it came over the wire. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  startEpoch: number
  endEpoch: number
  attributes: Record<string, string | number>
  isFailed: boolean
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number }
}
interface SpanJson {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
interface ExportJson {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SpanJson[] }[] }[]
}

const readAttributes = (attributes: Attribute[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? doubleValue ?? Number(intValue),
    ]),
  )

const readSpans = ({ resourceSpans }: ExportJson): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, status, attributes, ...span }) => ({
        ...span,
        service: String(readAttributes(resource.attributes)['service.name']),
        startEpoch: Number(BigInt(startTimeUnixNano) / 1000n) / 1000,
        endEpoch: Number(BigInt(endTimeUnixNano) / 1000n) / 1000,
        attributes: readAttributes(attributes),
        isFailed: status.code === 2,
      })),
    ),
  )

/** A collector of OTLP over HTTP on this machine, which keeps what it is sent and answers as it is told. All that it gets is searched for secrets. */
export async function startCollector() {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  const held: ServerResponse[] = []
  let status = 200
  let isSilent = false
  let heard = new AbortController()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers })
      const text = Buffer.concat(chunks).toString()
      collectOutput(`${text}\n`)
      if (status === 200 && !isSilent) spans.push(...readSpans(JSON.parse(text) as ExportJson))
      if (isSilent) held.push(response)
      else response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
      heard.abort()
      heard = new AbortController()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    answerWith(next: number) {
      status = next
      isSilent = false
    },
    /** Takes requests and answers none. */
    fallSilent() {
      isSilent = true
    },
    /** Resolves once `isEnough` holds after some request. */
    async until(isEnough: () => boolean) {
      while (!isEnough()) await once(heard.signal, 'abort')
    },
    async close() {
      for (const response of held) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
