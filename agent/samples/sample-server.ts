import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Behaviour } from './behaviour'
import type { SampleOptions } from './options'
import { renderPage, type Facts } from './page'

const slowestMs = 10 * 60_000
/** Longer than a load balancer keeps an idle connection, so that none is closed under a request on its way. */
const keepAliveMs = 75_000

interface SampleServerOptions {
  options: SampleOptions
  behaviour: Behaviour
  port: number
  startedEpoch: number
  /** Whether the program is finishing: its answers then close their connections. */
  isFinishing: () => boolean
  /** Prints a line. */
  print: (line: string) => void
}

/** The HTTP server of one port: `/`, `/health`, and `/slow?ms=` which answers as `/` does, so much later. */
export function createSampleServer(sample: SampleServerOptions): Server {
  const { options, behaviour, port, startedEpoch, isFinishing, print } = sample

  const facts = (): Facts => ({
    application: options.applicationName,
    version: options.tag,
    processId: options.processId,
    pid: process.pid,
    port,
    uptimeSeconds: Math.floor((Date.now() - startedEpoch) / 1000),
    injected: options.injected,
  })

  function answer(response: ServerResponse, status: number, type: string, body: string): void {
    if (isFinishing()) response.setHeader('Connection', 'close')
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
  }

  const answerJson = (response: ServerResponse, status: number, body: unknown) =>
    answer(response, status, 'application/json', `${JSON.stringify(body)}\n`)

  function answerFacts(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.accept?.includes('text/html'))
      answer(response, 200, 'text/html; charset=utf-8', renderPage(facts()))
    else answerJson(response, 200, facts())
  }

  return createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sample')
    // Those who check its health come all the time, and say nothing that is worth a line.
    if (pathname !== '/health')
      response.once('finish', () => print(`${request.method} ${pathname} ${response.statusCode}`))
    if (pathname === '/health') {
      const status = behaviour.healthStatus(Date.now() - startedEpoch)
      answerJson(response, status, { healthy: status === 200 })
    } else if (pathname === '/slow') {
      const delayMs = Math.min(Number(searchParams.get('ms')) || 0, slowestMs)
      setTimeout(() => answerFacts(request, response), delayMs)
    } else if (pathname === '/') {
      answerFacts(request, response)
    } else {
      answerJson(response, 404, { message: 'There is no such path.' })
    }
  })
}
