import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { httpTraffic } from './http-traffic'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

async function ask(server: Server) {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return httpTraffic.probe({ host: '127.0.0.1', port, path: '/health', privateHost: '10.0.0.9:50000' })
}

describe('the health check of the simulated load balancer', () => {
  it('asks as an Application Load Balancer does, so that a choosy program refuses it here too', async () => {
    const choosy = createServer(({ headers, url }, response) => {
      const isAsked = url === '/health' && headers['user-agent'] === 'ELB-HealthChecker/2.0'
      response.writeHead(isAsked && headers.host === '10.0.0.9:50000' ? 400 : 200).end()
    })
    expect(await ask(choosy)).toEqual({ status: 400 })
  })

  it('tells a target that ends the connection', async () => {
    expect(await ask(createPlainServer((socket) => socket.destroy()))).toEqual({ isTimeout: false })
  })
})
