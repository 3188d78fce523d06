import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

interface HealthServerOptions {
  /** Loopback unless something outside of the machine is to ask. */
  host?: string
  /** 0 takes a free one. */
  port: number
  registry: Registry
  /** False: the process cannot recover by itself and should be restarted. */
  isHealthy?(): boolean
  /** Why the process is not yet, or not any more, able to work, one sentence each; none: it is ready. */
  findFaults?(): string[] | Promise<string[]>
}

interface HealthServer {
  url: string
  close(): Promise<void>
}

/** Answers GET /healthz, /readyz and /metrics. @throws if the port is taken */
export async function startHealthServer({
  host = '127.0.0.1',
  port,
  registry,
  isHealthy = () => true,
  findFaults = () => [],
}: HealthServerOptions): Promise<HealthServer> {
  const answers: Record<string, (response: ServerResponse) => Promise<void> | void> = {
    '/healthz': (response) => answer(response, isHealthy() ? [] : ['It cannot recover by itself.']),
    '/readyz': async (response) => answer(response, await findFaults()),
    '/metrics': async (response) => {
      const text = await registry.metrics()
      response.setHeader('Content-Type', registry.contentType)
      response.end(text)
    },
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const run = request.method === 'GET' || request.method === 'HEAD' ? answers[path] : undefined
    if (!run) response.writeHead(404).end()
    else Promise.resolve(run(response)).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actualPort } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const answer = (response: ServerResponse, faults: string[]) => {
  const text = faults.length === 0 ? 'ok' : ['not ok', ...faults].join('\n')
  response.writeHead(faults.length === 0 ? 200 : 503, { 'Content-Type': 'text/plain' }).end(`${text}\n`)
}
