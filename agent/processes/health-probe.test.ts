import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { healthCheckOf, type SettingsOf } from '../../core/application/run-settings'
import type { PortMapping } from '../containers/runtime'
import { createCertificate } from '../credentials/certificate'
import { writeWithoutEnd } from '../../tests/builders/endless'
import { probeHealth } from './health-probe'

const server = createServer()
afterEach(() => {
  server.removeAllListeners('request').closeAllConnections()
  server.close()
})

const others: Server[] = []
afterEach(() => others.splice(0).forEach((one) => one.close()))

/** Lets another server than one of HTTP/1.1 listen until the test is over. */
async function listen(other: Server): Promise<AddressInfo> {
  others.push(other)
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  return other.address() as AddressInfo
}

async function probeProgramThat(
  answers: Parameters<typeof createServer>[1],
  signal?: AbortSignal,
  healthCheck: SettingsOf<'healthCheck'> = {},
) {
  if (answers) server.on('request', answers)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return probe({ port: 8080, hostPort: port }, healthCheck, signal)
}

const probe = (
  mapping: PortMapping,
  healthCheck: SettingsOf<'healthCheck'> = {},
  signal = new AbortController().signal,
) => probeHealth(mapping, healthCheckOf({ healthCheck }), signal)

describe('a health probe', () => {
  it.each([
    [200, true],
    [204, true],
    [299, true],
    [301, false],
    [404, false],
    [500, false],
  ])('takes the answer %i to GET /health as healthy: %s', async (status, healthy) => {
    const health = await probeProgramThat((request, response) => {
      response.writeHead(request.method === 'GET' && request.url === '/health' ? status : 418).end()
    })
    expect(health).toEqual(
      healthy
        ? { healthy, milliseconds: expect.any(Number) as number }
        : { healthy, reason: `GET /health on port 8080 answered ${status}.` },
    )
  })

  it('asks for the path and Host of the application, and takes its statuses', async () => {
    const health = (statuses: string) =>
      probeProgramThat(
        ({ url, headers }, response) =>
          void response
            .writeHead(url === '/ready?deep=1' && headers.host === 'shop.example.com' ? 401 : 500)
            .end(),
        undefined,
        { path: '/ready?deep=1', host: 'shop.example.com', statuses },
      )
    expect(await health('200-299,401')).toMatchObject({ healthy: true })
    server.close()
    server.removeAllListeners('request')
    expect(await health('200-204')).toEqual({
      healthy: false,
      reason: 'GET /ready?deep=1 on port 8080 as shop.example.com answered 401, and 200-204 is healthy.',
    })
  })

  it('leaves a body without end behind', async () => {
    let written: Promise<number> | undefined
    const health = await probeProgramThat((_request, response) => {
      response.writeHead(200)
      written = writeWithoutEnd(response)
    })
    expect(health).toMatchObject({ healthy: true })
    expect(await written).toBeLessThan(64 * 1024 * 1024)
  })

  it('does not read headers without end', async () => {
    const health = await probeProgramThat((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      void writeWithoutEnd(request.socket, Buffer.from('X-More: more\r\n'.repeat(1000)))
    })
    expect(health).toEqual({
      healthy: false,
      reason: 'GET /health on port 8080 was answered with more headers than it reads.',
    })
  })

  it('says that nobody listens', async () => {
    const { port } = await new Promise<AddressInfo>((resolve) => {
      const gone = createServer().listen(0, '127.0.0.1', () => {
        const address = gone.address() as AddressInfo
        gone.close(() => resolve(address))
      })
    })
    expect(await probe({ port: 8080, hostPort: port })).toEqual({
      healthy: false,
      reason: 'GET /health on port 8080 found nobody listening on 0.0.0.0.',
    })
  })

  it('says that no answer came before it was given up', async () => {
    const giveUp = new AbortController()
    const health = await probeProgramThat(() => giveUp.abort(), giveUp.signal)
    expect(health).toEqual({ healthy: false, reason: 'GET /health on port 8080 did not answer in time.' })
  })

  it('says that it met TLS, whether the program cuts off or answers 400', async () => {
    const { port } = await listen(
      createTlsServer(await createCertificate('127.0.0.1', Date.now())).on('tlsClientError', () => undefined),
    )
    expect(await probe({ port: 8443, hostPort: port })).toEqual({
      healthy: false,
      reason:
        'GET /health on port 8443 met TLS: let the program speak plain HTTP there, since TLS ends at the load balancer.',
    })
  })

  it('says that the program answers in HTTP/2 only', async () => {
    const { port } = await listen(createHttp2Server())
    expect(await probe({ port: 50_051, hostPort: port })).toEqual({
      healthy: false,
      reason:
        'GET /health on port 50051 was answered in HTTP/2: let the program answer HTTP/1.1 there as well.',
    })
  })

  it('says that what answered does not speak HTTP', async () => {
    const { port } = await listen(
      createPlainServer((socket) => socket.on('error', () => undefined).end('220 ready\r\n')),
    )
    expect(await probe({ port: 25, hostPort: port })).toEqual({
      healthy: false,
      reason: 'GET /health on port 25 was answered with something that is not HTTP/1.1.',
    })
  })

  it('says that the connection was cut off', async () => {
    const health = await probeProgramThat((request) => request.socket.destroy())
    expect(health).toEqual({
      healthy: false,
      reason:
        'GET /health on port 8080 was cut off: the program does not listen on 0.0.0.0, or ended the connection itself.',
    })
  })
})
